package pmns

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// FuzzLoad reads anything as a name space; no command is run and no file
// opened. What is taken must hold together.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		sample,
		"#shell 'x'\n#include \"y\"\n#include <z>\n",
		"#ifdef X\n#else\n#endif\n#ifndef Y\n#define A 'b c'\n#undef A\n#endif\nroot {\n a A:1:1\n}\n",
		"# 12 \"other\"\nroot {\n a : 1: 2\n}\n", "# 1 \"\n#\n", "root {\n a 1:1:1 a 2:2:2 }\n",
		"root\n", "/*\n*/ root { a 1 /**/ b 1:*:* }\n", "root {\n " + strings.Repeat("a", 300) + "\n}\n",
		"root {\n y 1:1:1\n#\nb.c!\n", "a\x00b\n", "root {\n a 1:1:5000\n",
	} {
		f.Add([]byte(seed))
	}
	shell := func(command string, _ io.Writer) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(command + "\n")), nil
	}
	open := func(name string) (io.ReadCloser, error) {
		if len(name) > 20 {
			return nil, errDirectory
		}
		return io.NopCloser(strings.NewReader("#define " + name + "\n")), nil
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var messages bytes.Buffer
		var l Loader
		l.lines.messages = &messages
		p := preprocessor{stderr: &messages, open: open, shell: shell}
		p.begin("names", io.NopCloser(bytes.NewReader(text)))
		groups, err := l.groups("names", &p)
		if err == nil {
			err = checkTree(t, &l, groups)
		}
		if err != nil && (!errors.Is(err, libpcp.ErrPMNS) || messages.Len() == 0) {
			t.Errorf("error %v, messages %q", err, &messages)
		}
	})
}

func checkTree(t *testing.T, l *Loader, groups []*group) error {
	tree, err := l.tree("names", groups, Options{Unique: true})
	if err != nil {
		return err
	}
	names, _ := tree.Traverse("")
	if len(names) != tree.Len() {
		t.Errorf("%d names of %d metrics", len(names), tree.Len())
	}
	for _, name := range names {
		if _, err := tree.Lookup(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	return nil
}

func FuzzParsePMID(f *testing.F) {
	for _, seed := range []string{"1:2:3", "1:*:*", "1", "510:4095:1023", "99999999999999999999:1:1", "1:1:1:", "*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if word == "" || classify(word) != tokenPMID {
			return
		}
		if id, reason := parsePMID(word); reason == "" && id == libpcp.NullPMID {
			t.Errorf("%q is no metric", word)
		}
	})
}
