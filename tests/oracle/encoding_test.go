package main

import "testing"

func TestFormatRow(t *testing.T) {
	got := formatRow([]string{"a b", `back\slash`, "tab\tcr\rlf\n", "é\x00\x7f", "", "x"})
	want := "a b\tback\\\\slash\ttab\\x09cr\\x0dlf\\x0a\t\\xc3\\xa9\\x00\\x7f\t\tx"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAtom(t *testing.T) {
	got := atom("Az09_./+:-" + " |&,=;@%\\é")
	want := "Az09_./+:-" + "%20%7C%26%2C%3D%3B%40%25%5C%C3%A9"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormatMap(t *testing.T) {
	got := formatMap(map[string]string{"b": "", "a,": "1=2", "": "x"})
	if want := "=x,a%2C=1%3D2,b="; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
