package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
)

var quantityJSON = table{
	name: "quantity_json",
	about: []string{
		"JSON tokens, as they stand in a document, as Quantity.UnmarshalJSON reads them.",
		"It takes the text between the quotes as it is, escapes and all. nanos is empty after an error.",
	},
	columns: []string{"token", "ok|error", "nanos"},
	modules: []string{moduleAPIMachinery},
	fill:    fillQuantityJSON,
}

func addToken(s *rowSet, token string) {
	if !json.Valid([]byte(token)) {
		panic(fmt.Sprintf("%q is not JSON and would not get as far as UnmarshalJSON", token))
	}
	var q resource.Quantity
	if err := q.UnmarshalJSON([]byte(token)); err != nil {
		s.add(token, status(err), "")
		return
	}
	s.add(token, status(nil), nanos(q))
}

func fillQuantityJSON(s *rowSet) {
	for _, token := range []string{
		// Not strings.
		`null`, `true`, `false`, `[]`, `[1]`, `["1"]`, `{}`, `{"a":1}`,
		`0`, `-0`, `1`, `-1`, `1.0`, `1.5`, `0.1`, `-0.1`, `0.10`, `10`, `1000`, `1e3`, `1E3`, `1e+3`, `1E+03`, `1e-3`, `1.5e3`, `1.50e-3`, `0e0`, `0.0`, `0.0e-5`, `1e21`, `1e-10`, `-1e-10`, `1.1e-9`, `12345678901234567890`, `123456789012345678901234567890`, `0.000000000000000000001`, `1e100`, `1e4294967297`, `1e99999999999999999999`, `0e99999999999999999999`,
		// Strings.
		`""`, `"0"`, `"1"`, `"-1"`, `"+1"`, `"1.0"`, `"1."`, `".5"`, `"."`, `"1e3"`, `"1Ki"`, `"Ki"`, `"100m"`, `"m"`, `"null"`, `"true"`, `"1K"`, `"abc"`, `"1.1.1"`, `"+"`, `"-"`,
		// Blanks.
		`" "`, `"  "`, `" 1"`, `"1 "`, `" 1 "`, `"   1   "`, `"1 Mi"`, `" 1Mi "`, `"- 1"`, `" null"`, `" ."`,
		// Escapes.
		`"\u0031"`, `"1\u004bi"`, `"\u00a01"`, `"1\u0020"`, `"1\n"`, `"1\t"`, `"\t1"`, `"\r\n1"`, `"1\/2"`, `"1\\"`, `"\"1\""`, `"\\"`, `"\""`, `"1\""`, `"\"1"`, `"1\u0000"`, `"\ud83d\udc33"`,
		// Not UTF-8.
		"\"1\x80\"", "\"1\xa0\"", "\"\x851\"", "\"\xff1\"", "\"1\xc2\"", "\"1\xe2\x80\"",
	} {
		addToken(s, token)
	}
	// Control characters cannot stand in a JSON string, so white space begins
	// with the blank; the last ones here look like white space to some.
	for _, space := range []rune("\u0020\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000" +
		"\u007f\u0080\u00ad\u180e\u200b\u200c\u200d\u200e\u2060\u2800\u3164\ufeff\ufffd") {
		c := string(space)
		for _, text := range []string{c + "1", "1" + c, c + c + "1Ki" + c, "1" + c + "Ki", c} {
			addToken(s, `"`+text+`"`)
		}
	}
}
