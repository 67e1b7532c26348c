// Command oracle writes the tables that nodefit's tests hold its C++
// reimplementations of Kubernetes and container image primitives against. Every
// expected result in them is computed by the upstream Go code itself.
//
//	go run . tables           rewrite all tables in the folder tables
//	go run . --check tables   exit 1 if a table there is not what would be written
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
)

// tables lists all tables in the order in which they are written.
var tables = []table{
	references,
	quantities,
	quantityDoubles,
	quantitySums,
	quantityJSON,
	nodeSelectors,
	labelSelectors,
	tolerations,
	podRequests,
	validations,
	yamlJSON,
}

func main() {
	check := flag.Bool("check", false, "compare the tables with what would be written, and write nothing")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: oracle [--check] DIRECTORY")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *check); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

// run writes all tables to dir or, with check set, compares them with the ones
// that are there.
func run(dir string, check bool) error {
	versions, err := moduleVersions()
	if err != nil {
		return err
	}
	if !check {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	var errs []error
	for _, t := range tables {
		content, rows, err := t.render(versions)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, t.fileName())
		if check {
			errs = append(errs, compare(path, content))
			continue
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d rows\n", path, rows)
	}
	if check {
		errs = append(errs, findStrays(dir))
	}
	return errors.Join(errs...)
}

// moduleVersions returns the version of every module this program was built
// with, by module path.
func moduleVersions() (map[string]string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("the program carries no build information")
	}
	versions := make(map[string]string, len(info.Deps))
	for _, dep := range info.Deps {
		path := dep.Path
		if dep.Replace != nil {
			dep = dep.Replace
		}
		versions[path] = dep.Version
	}
	return versions, nil
}

// compare returns an error that names the first line in which the file at path
// differs from want.
func compare(path string, want []byte) error {
	got, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", path)
	}
	if err != nil {
		return err
	}
	if bytes.Equal(got, want) {
		return nil
	}
	gotLines, wantLines := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	n := 0
	for n < len(gotLines) && n < len(wantLines) && bytes.Equal(gotLines[n], wantLines[n]) {
		n++
	}
	return fmt.Errorf("%s is out of date: first difference in line %d\n  committed: %s\n  expected:  %s",
		path, n+1, lineAt(gotLines, n), lineAt(wantLines, n))
}

// lineAt quotes lines[n], or says that there is no such line.
func lineAt(lines [][]byte, n int) string {
	if n >= len(lines) {
		return "(end of file)"
	}
	return fmt.Sprintf("%q", lines[n])
}

// findStrays returns an error if dir holds a table that is not one of ours.
func findStrays(dir string) error {
	paths, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
	if err != nil {
		return err
	}
	var errs []error
	for _, path := range paths {
		ours := func(t table) bool { return t.fileName() == filepath.Base(path) }
		if !slices.ContainsFunc(tables, ours) {
			errs = append(errs, fmt.Errorf("%s is not a table of this oracle", path))
		}
	}
	return errors.Join(errs...)
}
