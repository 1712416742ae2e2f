package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// linked is a package that the tools contain, as go list prints it.
type linked struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Dir string
		Main      bool
	}
}

// licences copies the licence texts of all modules in the tools below dir, each in
// a directory named like its module, and returns for each module the licences by
// their SPDX identifiers. A licence that identify does not know is an error.
func (r *release) licences(p platform, dir string) (map[string]string, error) {
	packages, err := r.linked(p)
	if err != nil {
		return nil, err
	}
	found := make(map[string][]string)
	for _, l := range packages {
		module, top := "stdlib", goRoot()
		switch {
		case l.Standard:
			l.Dir = top
		case l.Module == nil || l.Module.Main:
			continue
		default:
			module, top = l.Module.Path, l.Module.Dir
		}
		ids, err := copyTexts(l.Dir, top, filepath.Join(dir, filepath.FromSlash(module)))
		if err != nil {
			return nil, err
		}
		found[module] = append(found[module], ids...)
	}
	spdx := make(map[string]string)
	for module, ids := range found {
		slices.Sort(ids)
		if spdx[module] = strings.Join(slices.Compact(ids), " AND "); spdx[module] == "" {
			return nil, fmt.Errorf("no licence found in %s", module)
		}
	}
	return spdx, nil
}

// linked returns the packages that the tools contain on a platform.
func (r *release) linked(p platform) (all []linked, err error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Standard,Module"}, r.tools...)...)
	cmd.Env = append(os.Environ(), p.env()...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l linked
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

// legal matches the names of files that a licence wants passed on.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)(\.|$)`)

// copyTexts copies the texts of a package's directory, and of those above it up to
// its module's, and returns the licences that they are.
func copyTexts(dir, top, target string) (ids []string, err error) {
	for ; ; dir = filepath.Dir(dir) {
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if f.IsDir() || !legal.MatchString(f.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(strings.ToLower(f.Name()), "patents") && !strings.HasPrefix(strings.ToLower(f.Name()), "notice") {
				id, err := identify(string(text))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", filepath.Join(dir, f.Name()), err)
				}
				ids = append(ids, id...)
			}
			rel, err := filepath.Rel(top, dir)
			if err != nil {
				return nil, err
			}
			to := filepath.Join(target, rel)
			if err := errors.Join(os.MkdirAll(to, 0o755), os.WriteFile(filepath.Join(to, f.Name()), text, 0o644)); err != nil {
				return nil, err
			}
		}
		if dir == top {
			return ids, nil
		}
	}
}

// identify returns the SPDX identifiers of the licences in a text, by words that
// each of them alone has.
func identify(text string) (ids []string, err error) {
	text = strings.Join(strings.Fields(text), " ")
	for _, l := range []struct{ id, has, hasNot string }{
		{"0BSD", "for any purpose with or without fee is hereby granted. THE SOFTWARE", ""},
		{"Apache-2.0", "Apache License Version 2.0, January 2004", ""},
		{"BSD-2-Clause", "Redistributions in binary form must reproduce", "to endorse or promote products"},
		{"BSD-3-Clause", "to endorse or promote products", ""},
		{"ISC", "and this permission notice appear in all copies. THE SOFTWARE", ""},
		{"MIT", "Permission is hereby granted, free of charge", ""},
		{"MPL-2.0", "Mozilla Public License Version 2.0", ""},
	} {
		if strings.Contains(text, l.has) && (l.hasNot == "" || !strings.Contains(text, l.hasNot)) {
			ids = append(ids, l.id)
		}
	}
	if ids == nil {
		return nil, errors.New("an unknown licence")
	}
	return ids, nil
}
