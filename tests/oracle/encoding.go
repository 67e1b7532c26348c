package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// formatRow returns the line of a table for the given columns, without the
// newline.
func formatRow(columns []string) string {
	escaped := make([]string, len(columns))
	for i, column := range columns {
		escaped[i] = escape(column)
	}
	return strings.Join(escaped, "\t")
}

// escape writes a backslash as `\\` and every byte that is not printable ASCII
// as `\xNN`.
func escape(column string) string {
	var b strings.Builder
	for _, c := range []byte(column) {
		switch {
		case c == '\\':
			b.WriteString(`\\`)
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// atom percent-encodes a string for use in one of the small languages that
// columns with structure are written in. None of their separators is left.
func atom(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		switch {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', strings.IndexByte("_./+:-", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// formatTuple writes atoms with separators between them: `a|b|c`.
func formatTuple(fields ...string) string {
	atoms := make([]string, len(fields))
	for i, field := range fields {
		atoms[i] = atom(field)
	}
	return strings.Join(atoms, "|")
}

// formatMap writes a map as `key=value` pairs, sorted by key: `a=1,b=2`.
func formatMap(m map[string]string) string {
	pairs := make([]string, 0, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		pairs = append(pairs, atom(key)+"="+atom(m[key]))
	}
	return strings.Join(pairs, ",")
}

// formatAll writes the items of a list with a separator between them.
func formatAll[T any](items []T, separator string, format func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = format(item)
	}
	return strings.Join(texts, separator)
}
