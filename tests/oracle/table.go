package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// Paths of the modules whose behaviour the tables record.
const (
	moduleReference        = "github.com/distribution/reference"
	moduleDigest           = "github.com/opencontainers/go-digest"
	moduleAPI              = "k8s.io/api"
	moduleAPIMachinery     = "k8s.io/apimachinery"
	moduleComponentHelpers = "k8s.io/component-helpers"
	moduleKubernetes       = "k8s.io/kubernetes"
	moduleYAML             = "sigs.k8s.io/yaml"
	moduleGoYAML           = "go.yaml.in/yaml/v2"
)

// A table is one TSV file: a way to make its inputs, with the results that
// upstream gives for them.
type table struct {
	name    string   // file name without its extension
	about   []string // what the table is, one comment line each
	columns []string
	modules []string // paths of the modules that gave the results
	fill    func(*rowSet)
}

func (t table) fileName() string { return t.name + ".tsv" }

// render returns the content of the table's file and its number of rows.
func (t table) render(versions map[string]string) ([]byte, int, error) {
	var out bytes.Buffer
	for _, line := range t.about {
		fmt.Fprintf(&out, "# %s\n", line)
	}
	fmt.Fprintf(&out, "# columns: %s\n", strings.Join(t.columns, ", "))
	for _, path := range t.modules {
		version, ok := versions[path]
		if !ok {
			return nil, 0, fmt.Errorf("%s: module %s is not part of this build", t.name, path)
		}
		fmt.Fprintf(&out, "# results from: %s %s\n", path, version)
	}
	fmt.Fprintln(&out, "# regenerate with: go run . tables (in tests/oracle; its README.md describes the format)")

	rows := newRowSet(t.name)
	t.fill(rows)
	for _, row := range rows.rows {
		if len(row) != len(t.columns) {
			return nil, 0, fmt.Errorf("%s: row %q has %d columns instead of %d", t.name, row, len(row), len(t.columns))
		}
		line := formatRow(row)
		if strings.HasPrefix(line, "#") {
			return nil, 0, fmt.Errorf("%s: row %q would read as a comment", t.name, row)
		}
		out.WriteString(line)
		out.WriteByte('\n')
	}
	return out.Bytes(), len(rows.rows), nil
}

// A rowSet collects the distinct rows of one table in the order in which they
// were added. Its random numbers depend on the table's name only.
type rowSet struct {
	*rand.Rand
	rows [][]string
	seen map[string]bool
}

func newRowSet(name string) *rowSet {
	seed := fnv.New64a()
	seed.Write([]byte(name))
	return &rowSet{
		Rand: rand.New(rand.NewPCG(seed.Sum64(), 1)),
		seen: map[string]bool{},
	}
}

// add appends a row unless the table has it already.
func (s *rowSet) add(columns ...string) {
	key := formatRow(columns)
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	s.rows = append(s.rows, columns)
}

// addRandom calls add, which is to add one random row, until the table has n
// more rows.
func (s *rowSet) addRandom(n int, add func()) {
	const attemptsPerRow = 1000
	end := len(s.rows) + n
	for range n * attemptsPerRow {
		if len(s.rows) >= end {
			return
		}
		add()
	}
	panic("the generator of random rows hardly makes any new one")
}

// oneIn returns true once in n times.
func (s *rowSet) oneIn(n int) bool { return s.IntN(n) == 0 }

// between returns a number of lo to hi, both included.
func (s *rowSet) between(lo, hi int) int { return lo + s.IntN(hi-lo+1) }

// text returns a string of the given length with bytes of alphabet.
func (s *rowSet) text(length int, alphabet string) string {
	b := make([]byte, length)
	for i := range b {
		b[i] = alphabet[s.IntN(len(alphabet))]
	}
	return string(b)
}

// mutate returns text after one random edit. What the edit puts in comes from
// alphabet or from text itself.
func (s *rowSet) mutate(text, alphabet string) string {
	at := s.IntN(len(text) + 1)
	end := min(len(text), at+s.between(1, 3))
	switch s.IntN(6) {
	case 0: // delete
		return text[:at] + text[end:]
	case 1: // insert
		return text[:at] + s.text(1, alphabet) + text[at:]
	case 2: // replace
		return text[:at] + s.text(1, alphabet) + text[min(len(text), at+1):]
	case 3: // repeat
		return text[:end] + text[at:]
	case 4: // move to the front
		return text[at:end] + text[:at] + text[end:]
	default: // truncate
		return text[:at]
	}
}

// pick returns a random one of choices.
func pick[T any](s *rowSet, choices []T) T { return choices[s.IntN(len(choices))] }

// status returns "ok" or "error".
func status(err error) string {
	if err != nil {
		return "error"
	}
	return "ok"
}

// choose returns yes if condition holds, and no otherwise.
func choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}
