package main

import (
	"fmt"
	"strings"

	"sigs.k8s.io/yaml"
)

var yamlJSON = table{
	name: "yaml_json",
	about: []string{
		"YAML documents as the JSON that YAMLToJSON makes of them.",
		"note is refused where nodefit refuses what upstream takes, on purpose: doubled keys and the like;",
		"accepted where it is the other way round; empty otherwise.",
	},
	columns: []string{"ok|error", "yaml", "json", "note"},
	modules: []string{moduleYAML, moduleGoYAML},
	fill:    fillYAMLJSON,
}

const (
	agreed   = ""
	refused  = "refused"
	accepted = "accepted"
)

// A yamlRows adds rows to the table. The first note of a text counts.
type yamlRows struct {
	*rowSet
	known map[string]bool
}

func (r yamlRows) addYAML(text, note string) {
	if r.known[text] {
		return
	}
	r.known[text] = true
	json, err := yaml.YAMLToJSON([]byte(text))
	if (err != nil && note == refused) || (err == nil && note == accepted) {
		panic(fmt.Sprintf("%q is not to be noted as %s", text, note))
	}
	r.add(status(err), text, string(json), note)
}

// yamlScalars are plain scalars of all kinds, and what nearly is one.
var yamlScalars = strings.Fields(`
	~ null Null NULL nULL nil none
	y Y yes Yes YES yEs n N no No NO nO on On ON oN off Off OFF t f T F true True TRUE tRUE false False FALSE fALSE
	0 -0 +0 00 000 1 -1 +1 01 007 08 09 018 0777 -010 +010 1_0 1__0 _1 1_ -1_0 0_8 0_7 10_000_000
	0o17 0O17 -0o17 0o8 0o 0x1F 0X1f -0x1F 0x 0xg 0x_1 0b101 0B101 -0b101 0b2 0b +0b1 +0x1
	9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 +9223372036854775808
	18446744073709551615 18446744073709551616 -18446744073709551616 0xFFFFFFFFFFFFFFFF 0x10000000000000000
	123456789012345678901234567890 -123456789012345678901234567890 0777777777777777777777777
	1.0 1. .5 -.5 +.5 . .. -. 1.5 -1.5 +1.5 01.5 1.50 1e3 1E3 1e+3 1e-3 1.5e3 .5e1 1.e1 1e 1e+ e1 1e1.5 -1e-3 +1e+3
	1_0.5 1.5_0 ._5 .5_5 ._ 1_e3 1e1_0 1e400 -1e400 1e-400 1e308 1.7976931348623157e308 5e-324 0e999 -0.0 0.0
	1e15 1e16 1e20 1e21 1e22 123456789.125 100000.0 1000000.0 1234567.0 0.0001 0.00001 1e38 3.4028235e38 3.4028236e38 1e39 1e-45 1e-46 16777217.0
	.inf .Inf .INF +.inf -.inf -.INF .iNF inf -inf .nan .NaN .NAN .nAN nan +.nan
	2001-12-14 2001-12-14T21:59:43Z 2001-12-14t21:59:43.10-05:00 2001-1-1 20:30 190:20:30 190:20:30.15 12:30:45 1:1
	1.2.3 v1 1Gi 500m 1e3Ki 2.15.0-gpu 10.0.0.1 ::1 a:b a::b a#b a'b a"b a\b a[b a{b a]b a}b a,b a&b a*b a!b a%b a@b
	- -a --a ? ?a : :a << <<a = * | > |a >a @a %a
	--- ... ---a -- ....
	/ /a . .a ;a (a) +a $a ^a _a
	0.1.2 0,5 1,000 +1_2 -+1 +-1 0x1.8p1 1p3 Infinity -Infinity NaN 1f 1d 1L 0777_7 0xdead_beef
	null~ ~null truex xtrue y1 yy nn`)

// yamlTexts are whole documents.
var yamlTexts = []string{
	// Nothing, and nearly nothing.
	"", "\n", "\r\n", " ", "# c", "# c\n", "---", "---\n", "--- # c\n", "--- a\n", "---\na\n", "---\n...\n", "a\n...\n", "%YAML 1.1\n---\na: 1\n", "\ufeffa: 1\n", "\ufeff", "\ufeff---\na: 1\n", "--- >\n a\n b\n", "--- {a: 1}\n",
	// Line ends.
	"a: 1\r\nb: 2\r\n", "a:\r\n- 1\r\n- 2\r\n", "a: |\r\n  x\r\n  y\r\n", "a: \"x\r\n  y\"\r\n", "a: x\r\n  y\r\n", "a: >-\r\n  x\r\n  y\r\n\r\n  z\r\n", "# c\r\na: 1\r\n", "a: 1\n\r\nb: 2",
	// Tabs.
	"a:\t1", "a: 1\t", "a: 1\t# c", "a: 1 \t # c", "a:\t\t1\t\t# c\nb: 2", "a: x\ty", "a: \"x\ty\"", "a: 'x\ty'", "a:\n\tb: 1", "a:\n\t- b", "\ta: 1", "a: |\n  x\ty\n", "- a\t\n- b", "a: 1\n\t\nb: 2", "a: 1\n\t# c\nb: 2", "a:\t# c\n  b: 1", "a: [1,\t2]", "a: {b:\t1}", "a: x\n\ty", "a: \"x\"\t# c", "a: 'x'\t# c", "a: [1]\t# c", "a:\t|\n  x", "a: |\t\n  x", "a: |\t# c\n  x", "a\t: 1",
	// Comments.
	"a: 1 # c", "a: 1# c", "a: # c\n  1", "a: #c", "a: b#c", "a: 'b' # c", "a: 'b'# c", "a: [1, # c\n 2]", "a: # c\n# d\n  b: 1\n# e\n  c: 2", "# c\n  # d\na: 1", "- 1 # c\n# d\n- 2", "a: |\n  x # no comment\n# c\n", "a: | # c\n  x\n", "a: x\n# c\n  y", "a: \"x # y\"", "a: '# x'", "a: x #",
	// Lists and mappings.
	"- 1\n- 2", "-\n  - 1\n-\n  - 2", "- - 1\n  - 2\n- - 3", "- a: 1\n  b: 2\n- c: 3", "a:\n- 1\n- 2", "a:\n  - 1\n  - 2", "a:\n- b:\n  - c", "-\n-", "- ", "a:", "a:\nb:", "a:\n  b:\n    c:\n", "a: {}", "a: []", "a: {b: 1, c: 2}", "a: {b: 1, c: 2,}", "a: [1, 2,]", "a: {,}", "a: {b, c}", "a: {b: , c: }", "a: [b: 1, c: 2]", "a: [b: 1]", "a: [{b: 1}]", "a: [[1], [2]]", "a: {b: {c: {d: 1}}}", "{a: 1}", "[a, b]", "{\"a\":1}", "{\"a\":\"b\",\"c\":[1,2]}", "{'a':1}", "{a:1}", "[a:1]", "a: {b: 1\n  }", "a: [\n  1,\n  2\n]", "a: [\n1\n]", "a: {\n  b: 1,\n  c: 2\n  }\nd: 1", "a: [1 2]", "a: [1\n2]", "a: {b c: d e}", "a: [b c, d e]", "a: [a b\n  c]", "{a: 1}: 2", "[a]: 1", "? a\n: 1", "? a", "? a\n? b", "? a\n: 1\n? b\n: 2", "? [a]\n: 1", "? {a: 1}\n: 2", "? |\n  a\n: 1", "? - a\n: 1", ": 1", "a: - 1", "a: b: c", "a : 1", "a  :   1", "a:1", "a:\n  1\n  2", "a: 1\n b: 2", " a: 1\n b: 2", "a:\n  b: 1\n c: 2", "a:\n - 1\n- 2", "- a\nb: 1", "a: 1\n- b", "a: [", "a: {", "a: ]", "a: }", "a: [}", "a: {]", "[", "{", "]", "}", "a: [1", "a: {b", "a: {b: 1", "a: 1\nb", "a\nb: 1",
	// Scalars of several lines.
	"a: x\n  y", "a: x\n  y\n\n  z", "a: x\n\n\n  y", "a:\n  x\n  y", "x\ny", "x\n\ny", "- x\n  y\n- z", "a: x\ny", "a: x:\n  y", "a: x\n  y: z", "a: \"x\n  y\"", "a: \"x\n\n  y\"", "a: \"x\\\n  y\"", "a: \"x \\\n   \\ y\"", "a: \"x\n  \"", "a: \"\n  x\"", "a: 'x\n  y'", "a: 'x\n\n  y'", "a: 'x\n  '", "a: \"x\ny\"", "a: 'x\ny'", "a: \"x  \n   y\"", "a: [x\n  y]", "a: {b\n  c: d}",
	"a: |\n  x\n  y\n", "a: |\n  x\n  y", "a: |-\n  x\n", "a: |+\n  x\n\n\n", "a: |\n  x\n\n\n", "a: |-\n  x\n\n\n", "a: >\n  x\n  y\n", "a: >-\n  x\n  y\n", "a: >\n  x\n\n  y\n", "a: >\n  x\n    y\n  z\n", "a: >\n\n  x\n", "a: |\n\n  x\n", "a: |\n\n\n  x\n   y\n", "a: |2\n   x\n", "a: |1\n  x\n", "a: |2-\n   x\n", "a: |-2\n   x\n", "a: |9\n x\n", "a: |0\n x\n", "a: |+-\n x\n", "a: |\n", "a: |", "a: >", "a: |-", "a: |\nb: 1", "a: |\n\n\nb: 1", "a: |+\n\n\nb: 1", "- |\n x\n- >\n y\n", "a: |\n  x\n b\n", "a: |\n  x\n    y\n  z\n", "a: |\n    x\n  y\n", "|\n x\n", ">\n x\n y\n", "a: |\n  \n  x\n", "a: |\n   \n  x\n", "a: |\n     \n  x\n", "a: |\n  x\n   \n", "a: >\n  x\n   \n  y\n", "a: |\n  x  \n", "a: >\n  x  \n  y\n", "a: >\n   x\n\n    y\n\n   z\n", "a: >\n  - x\n  - y\n", "a: |\n  # x\n", "a: |\n# x\n", "a: |x\n", "a: | x\n", "a: |\n  {{ x }}\n", "a: >\n    x\n    y\n\n\n    z\n\nb: 1\n",
	// Quotes.
	`a: ""`, `a: ''`, `a: "1"`, `a: '1'`, `a: "yes"`, `a: 'null'`, `a: "x\ny"`, `a: 'x\ny'`, `a: "x\ty\"z\\"`, `a: 'x''y'`, `a: "x''y"`, `a: 'x"y'`, `a: "\0\a\b\e\f\n\r\t\v\\\"\ \N\_\L\P"`, `a: "\x41\u0041\U00000041"`, `a: "\u00e9\u20ac\U0001F433"`, `a: "\ud83d\udc33"`, `a: "\ud83d"`, `a: "\UFFFFFFFF"`, `a: "\U00110000"`, `a: "\x4"`, `a: "\x"`, `a: "\u004"`, `a: "\q"`, `a: "\'"`, `a: "\x00"`, `a: "\u0000"`, `a: "\u007f"`, `a: "\ufffe\uffff\ufeff"`, `a: "x`, `a: 'x`, `a: "x'`, `a: "x\`, `a: "x\"`, `a: 'x''`, `"a": 1`, `'a': 1`, `"a b": 1`, `"": 1`, `'': 1`, `{"a":1, 'b':2}`, `a: "x" y`, `a: 'x' y`, `a: x "y"`, `a: "x": 1`, `a: "x"y`, `["a","b"]`, `['a','b']`, `[a"b, c'd]`, `"a`, `'`, `"`, `a: "1" # c`, `a: '`, "a: '\n", "a: \"\nb: 1\n", "a: 'x\nb: 1\n", `- "a"` + "\n" + `- 'b`, `"a"b: 1`, `a: "<"`, `a: "<>&"`,
	// Keys.
	"1: a", "01: a", "0x10: a", "1.0: a", "1.5: a", "1e3: a", "1e6: a", "123456789.0: a", "0.00001: a", "-0.0: a", ".inf: a", "-.inf: a", ".nan: a", "1e39: a", "3.4028235677973366e38: a", "3.4028235677973362e38: a", "0.1: a", "16777217.0: a", "yes: a", "no: a", "on: a", "y: a", "true: a", "null: a", "~: a", "'1': a", "2001-01-01: a", "08: a", "1_0: a", "0o17: a", "9223372036854775807: a", "9223372036854775808: a", "18446744073709551615: a", "18446744073709551616: a", "-9223372036854775808: a", "a b: 1", "a,b: 1", "a[b]: 1", "-a: 1", "?a: 1", "&a : 1", "'<<': 1", "\"<<\": {a: 1}", "a: <<", "- <<", "<<", "{1: a, 2: b}", "{yes: 1}", "{y: 1, n: 2}", "null : a", "{~: 1}", "{: 1}", "a.b/c: 1", "kubernetes.io/arch: amd64",
	"a: {a: {a: 1}}", "- {a: 1}\n- {a: 2}",
	// Aliases.
	"a: &x 1\nb: *x", "a: &x {c: 1}\nb: *x", "a: &x [1, 2]\nb: *x", "- &x a\n- *x\n- *x", "a: &x\nb: *x", "&x a: 1\nb: *x", "a: &x b\n*x : 2", "a: &x 1\n*x : 2", "a: &x yes\n*x : 2", "a: &x 1.5\n*x : 2", "a: &x '1'\n*x : 2\nb: *x", "&x 1: a\nb: *x", "&x '1': a\nb: *x", "&x yes: a\nb: *x", "a: &x [1]\n*x : 2", "a: &x {b: 1}\n? *x\n: 2", "a: &x 1\nb: &x 2\nc: *x", "a: *x", "a: *x\nb: &x 1", "a: &x [*x]", "a: &x {b: *x}", "&x [*x]", "a: &x {b: &y {c: 1}, d: *y}\ne: *x\nf: *y", "a: &x-1_2 1\nb: *x-1_2", "a: &x\n  b: 1\nc: *x", "&x\na: 1", "--- &x a", "a: &x &y 1", "a: & 1", "a: *", "a: &x !!str 1\nb: *x", "a: !!str &x 1\nb: *x", "[&x a, *x]", "{a: &x 1, b: *x}", "{a: &x 1, *x : 2}", "{? *x : 1}", "a: &x |\n  t\nb: *x", "a: &x \"t\"\nb: *x", "- &a [1]\n- &b [*a, *a]\n- [*b, *b]", "a: &x ~\nb: *x", "a: &x 0x10\nb: *x",
	// Merges.
	"a: &x {b: 1}\nc: {<<: *x, d: 2}", "a: &x {b: 1}\nc: {<<: *x, b: 2}", "a: &x {b: 1}\nc:\n  <<: *x\n  b: 2", "a: &x {b: 1}\ny: &y {b: 2, c: 3}\nc: {<<: [*x, *y]}", "a: &x {b: 1}\ny: &y {b: 2, c: 3}\nc: {<<: [*y, *x]}", "c: {<<: {a: 1}, b: 2}", "c: {<<: [{a: 1}, {b: 2, a: 3}]}", "c: {<<: []}", "c: {<<: {}}", "<<: {a: 1}", "<<: {a: 1}\na: 2", "c: {<<: 1}", "c: {<<: }", "c: {<<: a}", "c: {<<: [1]}", "c: {<<: [[{a: 1}]]}", "a: &x [{b: 1}]\nc: {<<: *x}", "a: &x 1\nc: {<<: *x}", "a: &x {b: 1}\nc: &y {<<: *x, d: 2}\ne: {<<: *y, f: 3}", "c: {<<: {<<: {a: 1}, b: 2}, d: 3}", "<<: &x {a: 1}\nb: *x", "<<: {a: &x [1, 2]}\nb: *x", "<<: {c: {<<: &x {a: 1}, e: &y f}}\nb: *x\nd: *y", "a: 1\n<<: {b: &x 2}\nc: *x", "a: &x {b: {c: 1}}\nd: {<<: *x, b: {e: 2}}", "a: &x {1: b}\nc: {<<: *x, 1: d}", "a: &x {yes: 1}\nc: {<<: *x}", "? <<\n: {a: 1}", "a: &x {b: 1}\n<<: *x\nc: *x", "a: &x {b: ~}\nc: {<<: *x}", "- &x {b: 1}\n- <<: *x\n  c: 2\n- <<: [*x, {d: 3}]", "a: &x {b: 'q,\"}{:', c: [1, {d: 2}]}\ne: {<<: *x, b: 1}",
	// Tags and anchors.
	"a: !!str 1", "a: !!str yes", "a: !!str ~", "a: !!str", "a: !!map {b: 1}", "a: !!seq [1]", "!!map {a: 1}", "!!str a: 1", "!!str 1: a", "a: !<tag:yaml.org,2002:str> 1",
	// Depth, and long lines.
	strings.Repeat("[", 64) + strings.Repeat("]", 64), strings.Repeat("- ", 64) + "a", strings.Repeat("{a: ", 64) + "1" + strings.Repeat("}", 64), "a: " + strings.Repeat("x", 2000), strings.Repeat("x", 128) + ": 1", "a: '" + strings.Repeat("x y ", 500) + "'", strings.Repeat("a", 1000) + ": 1", "? " + strings.Repeat("a", 1100) + "\n: 1",
	// What isn't text.
	"a: \x00", "a: \x01", "a: \x1b", "a: \x7f", "a: \x80", "a: \xff", "a: \xc3", "a: \xed\xa0\x80", "a: \xf4\x90\x80\x80", "\xc0\x80: a", "# \x01\na: 1", "# \xff\na: 1", "'a\x00b'", "a: \u0080", "a: \u009f", "a: x\ufeffy", "a: \ufffe", "a: \uffff", "a: é€🐳", "é: 1", "a: \u00a0", "a: \u3000x", "a: '\u00a0'",
	// Manifests.
	"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: {app: a, version: \"1\"}\nspec:\n  containers:\n  - name: tensorflow\n    image: tensorflow/tensorflow:2.15.0\n    args: [\"--steps=1\", '--lr', \"0.1\"]\n    command:\n    - sh\n    - -c\n    - |\n      set -e\n      python train.py\n    resources:\n      limits:\n        nvidia.com/gpu: 1\n        memory: 1Gi\n        cpu: 0.5\n  restartPolicy: Never\n",
	"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    name: a\n    annotations:\n      x: '{\"a\":\"b\"}'\n  status:\n    capacity:\n      cpu: \"4\"\n      memory: 16Gi\n    images:\n    - names:\n      - a@sha256:0123\n      sizeBytes: 123\n",
	"a: {{ .Values.x }}\n", "a: \"{{ .Values.x }}\"\n", "a: {{x}}", "{{ if x }}\na: 1\n{{ end }}\n", "a: %x", "a: @x", "a: `x`", "[a?b]", "[http://x/?q=1, 2]", "a: http://x/?q=1", "a: x\ry", "a: x\ny\nz", "a: 1\nb\nc: 2", "a: 1\n'b'", "a: 1\n'b: c'\n", "a: 1\nb: # c", "a: 1\nb # c:", "a: 1\nb:c", "- a: 1\n  b", "- a\n-", "a: &x b\n*x :", "a: 1\n? b", "{\"a\":, b: 1}", "[\"a\":]", "{a:[1]}", "{a:\"b\"}", "[a:b:c]", "{a: 1, ? b: 2}", "[? a]", "[- b]", "{a: -}", "[a#b]", "[a #b\n]", "{a: &b}", "- a\n-b", "a: \"x\"\n  y", "a: {b: 1} c", "a: [b] c: d", "a: %", "%a: 1", "@a: 1",
}

// What upstream takes and nodefit doesn't, on purpose (src/codec/yaml_json.h).
var yamlRefused = []string{
	// Doubled keys.
	"a: 1\na: 2", "{a: 1, a: 2}", "a: {b: 1, b: 2}", "a: 1\n'a': 2", "a: 1\n\"\\x61\": 2", "1: a\n1: b", "01: a\n1: b", "0x1: a\n1: b", "yes: a\non: b", "a: 1\nb: 2\na: 3", "1.0: a\n1.00: b",
	"a: !!int 1", "a: !!int '1'", "a: !!float 1", "a: !!bool yes", "a: !!null ~", "a: !!binary YQ==", "a: !x 1", "a: !x {b: 1}", "!x a: 1", "a: !!set {b, c}", "a: !!omap [b: 1]", "a: !!timestamp 2001-01-01",
	"a: \"x\u0085 y\"", "a: \"x\u2028 y\"", "a: 1 # c\u2029", "# c\u0085a: 1",
	"---\n---\n", "a: 1\rb: 2\r", " a: 1\nb: 2", "a: >+\n  x\n\n", `"a":1`, "a: {b:, c:}", "a: 1\n---\nb: 2\n", "a: \"x\ry\"", "a: >+\n  x\n\nb: 1", "a: >+\n  x\n",
	"[a]b, 1]", "{a: a}b}", "[?a, 1]", "{?a: a}", "[a:]", "{a:, b: 1}", "[!!str, 1]", "[!, 1]", "[!a, 1]",
	"!", "!a", "!!str", "a: !", "a: !a", "- !a", "!!str &a", "!!str !a", "!: a", "!a: a", "!!str: a", "{!: a}", "{!a: a}", "{!!str: a}", "!!str !!str",
	"&x a: 1\n*x : 2",
	"b: 1\n<<: {b: 2}", "c: {b: 1, <<: {b: 2, d: 3}}", "c: {<<: {a: 1}, <<: {b: 2}}",
	strings.Repeat("[", 65) + strings.Repeat("]", 65), "a: &x " + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "\nb: " + strings.Repeat("[", 24) + "*x" + strings.Repeat("]", 24),
}

// What nodefit takes and upstream doesn't: a difference between yaml-cpp and
// go-yaml in what isn't quite YAML.
var yamlAccepted = []string{
	"%YAML 1.2\n---\na: 1\n", "a: |\n  \tx\n", "-\ta", "a: [1, , 2]", "a: [,]", "a: [,1]", "a: &x!!str 1", "? a\n:\t1", `a: "\/"`,
	"[::1, 1]", "{a: ::1}", "{::1: a}", "{:: a}", "[:a, 1]", "{a: :a}", "{:a: a}", "&: a", "{&: a}", "&a: a", "{&a: a}", "{&b: 1}", "...\n", "...",
}

func fillYAMLJSON(s *rowSet) {
	rows := yamlRows{s, map[string]bool{}}
	for _, text := range yamlTexts {
		rows.addYAML(text, agreed)
	}
	for _, text := range yamlRefused {
		rows.addYAML(text, refused)
	}
	for _, text := range yamlAccepted {
		rows.addYAML(text, accepted)
	}
	for _, scalar := range yamlScalars {
		for _, form := range []string{"%s", "a: %s", "- %s", "[%s, 1]", "{a: %s}", "%s: a", "{%s: a}", "'%s': \"%s\"", "a:\n  %s\nb: 1", "a: x %s y", "- %s # c", "!!str %s"} {
			if strings.Count(form, "%s") == 2 {
				rows.addYAML(fmt.Sprintf(form, scalar, scalar), agreed)
			} else {
				rows.addYAML(fmt.Sprintf(form, scalar), agreed)
			}
		}
	}
	s.addRandom(400, func() { rows.addYAML(randomYAML(s, 0, "")+"\n", agreed) })
}

// randomYAML returns the text of a value in block style, to stand behind a key
// or a dash, with all lines but the first indented.
func randomYAML(s *rowSet, depth int, indent string) string {
	kind := s.IntN(6)
	if depth == 4 {
		kind = 5
	}
	var b strings.Builder
	switch kind {
	case 0, 1, 2:
		for i := range s.between(1, 4) {
			fmt.Fprintf(&b, "\n%sk%d%s:", indent, i, pick(s, []string{"", " ", "-x", ".y/z"}))
			b.WriteString(separated(randomYAML(s, depth+1, indent+"  ")))
		}
	case 3:
		for range s.between(1, 4) {
			fmt.Fprintf(&b, "\n%s-", indent)
			b.WriteString(separated(randomYAML(s, depth+1, indent+"  ")))
		}
	case 4:
		return pick(s, []string{
			"|\n" + indent + "  x\n" + indent + "   y", ">-\n" + indent + "  x\n" + indent + "  y", "\"x\n" + indent + "  y\"", "x\n" + indent + "  y",
			"[1, a b, 'c']", "{a: 1, b: [x]}", "\"\\u00e9\"", "# c\n" + indent + "  x", "&x z", "!!str 1",
		})
	default:
		return pick(s, yamlScalars[:230])
	}
	return b.String()
}

func separated(value string) string {
	return choose(strings.HasPrefix(value, "\n"), value, " "+value)
}
