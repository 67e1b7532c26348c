package main

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

var validations = table{
	name: "validation",
	about: []string{
		"Names, keys and values as the functions of k8s.io/apimachinery/pkg/util/validation judge them.",
		"The kinds are qualified-name (IsQualifiedName), label-value (IsValidLabelValue), dns-1123-label,",
		"dns-1123-subdomain (IsDNS1123Subdomain) and env-var-name (IsEnvVarName).",
	},
	columns: []string{"kind", "input", "ok|error"},
	modules: []string{moduleAPIMachinery},
	fill:    fillValidations,
}

// A validator returns no messages for a valid input.
type validator struct {
	kind     string
	validate func(string) []string
}

var validators = []validator{
	{"qualified-name", validation.IsQualifiedName},
	{"label-value", validation.IsValidLabelValue},
	{"dns-1123-label", validation.IsDNS1123Label},
	{"dns-1123-subdomain", validation.IsDNS1123Subdomain},
	{"env-var-name", validation.IsEnvVarName},
}

// addValidation adds the row of one kind.
func addValidation(s *rowSet, v validator, input string) {
	s.add(v.kind, input, choose(len(v.validate(input)) == 0, "ok", "error"))
}

func fillValidations(s *rowSet) {
	var inputs []string
	inputs = append(inputs, oddKeys...)
	inputs = append(inputs, oddValues...)
	for _, n := range []int{62, 63, 64, 65, 252, 253, 254, 255, 300} {
		inputs = append(inputs,
			strings.Repeat("a", n), strings.Repeat("A", n), strings.Repeat("0", n), strings.Repeat("é", n/2),
			strings.Repeat("a", n-1)+"-", "a"+strings.Repeat("-", n-2)+"b", strings.Repeat("a.", n/2)+strings.Repeat("b", n%2), (strings.Repeat("a.", n/2) + "bc")[:n],
			strings.Repeat("a", n)+"/b", "b/"+strings.Repeat("a", n), strings.Repeat("a.", n/2)+"b/c", strings.Repeat("a", n)+"/"+strings.Repeat("b", n), strings.Repeat("a", n)+".b", "a."+strings.Repeat("b", n))
	}
	inputs = append(inputs,
		".", "..", "...", "..a", "a..", ".a", "..-", "-..", "./a", "../a", "a/..", "..\n", ". .", "....", "._", "-.", ".-",
		"a", "ab", "a1", "1a", "1", "12", "A", "aB", "PATH", "MY_VAR", "my.env-name", "MY_ENV.NAME", "1VAR", "_", "__", "_a", "-a", "a-", "-", "--", "a--b", "a.b", "a.b.c", "a.-b", "a-.b", "a._b", "xn--n3h.com", "1.2.3.4", "example.com", "Example.com", "example.com.", "example.com/name", "example.com/Name", "EXAMPLE.com/name", "example..com/name", "example.com/", "/name", "example.com/a/b", "localhost/x", "a=b", "=", "=a", "a=", "a b", " ", "  ", " a", "a ", "a\n", "a\r\n", "\n", "a\tb", "\t", "a\x00", "\x00", "a\x7f", "\x1f", "a\x80", "\xff", "a\u0085", "a\u00a0b", "é", "É", "ß", "中", "🐳", "\u0661", "\uff41", "\u212a", "\u0130", "a\u200b", "\ufeffa", "!", "~", "a!", "a~", "a\"b", "a'b", "a`b", "a\\b", "a$b", "${A}", "$(A)", "a#b", "a%b", "a&b", "a*b", "a+b", "a,b", "a:b", "a;b", "a<b", "a>b", "a?b", "a@b", "a[b", "a]b", "a^b", "a{b", "a|b", "a}b", "a(b)", "key.name", "KEY_NAME", "key-name", "ca.crt", ".dockerconfigjson", "..data", "..2024", "a...b")
	for _, input := range inputs {
		for _, v := range validators {
			addValidation(s, v, input)
		}
	}

	s.addRandom(200, func() { addValidation(s, pick(s, validators), s.text(s.between(1, 6), "aabz019-.")) })
	s.addRandom(200, func() { addValidation(s, pick(s, validators), s.text(s.between(1, 8), "aaAB09-._/")) })
	s.addRandom(200, func() {
		input := pick(s, []string{"example.com/My-Name_1.x", "my-name", "a.b-c.d", "MY_VAR.x-1", "kubernetes.io/arch", "v1.2.3", "my_key.txt"})
		for range s.between(1, 2) {
			input = s.mutate(input, "aZ9-._/ =\n\u00e9")
		}
		addValidation(s, pick(s, validators), input)
	})
}
