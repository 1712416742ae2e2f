package complete

import (
	"bytes"
	"encoding/hex"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Answers of sources are kept for a moment, since a user who asks once often
// asks again, each in a file below the user's cache directory. Only the user
// can read or write them; even so their contents are checked like a source's. A
// file is written under a temporary name and then renamed, so no reader sees a
// part of it, and no link is followed out of the directory.
const (
	cacheTime  = 10 * time.Second
	cacheFiles = 64
	cacheSize  = 256 << 10 // of each file
	keySize    = 16        // bytes of a hash
)

// cached returns the items that are remembered for a question to the source of
// the line, or asks and remembers.
func (c *completer) cached(question string, ask func() ([]item, error)) []item {
	root := c.cacheDir()
	if root != nil {
		defer root.Close()
	}
	key := c.key(question)
	if items, ok := load(root, key); ok {
		return items
	}
	items, err := ask()
	if err != nil {
		return nil
	}
	store(root, key, items)
	return items
}

// key says what a question is about: the line's options, the variables that
// matter to sources, and the directory in which names of files are looked up.
func (c *completer) key(question string) string {
	parts := []string{question}
	if dir, err := os.Getwd(); err == nil {
		parts = append(parts, dir)
	}
	parts = append(parts, c.u.Given...)
	for _, e := range c.inv.Environ {
		if strings.HasPrefix(e, "PCP_") || strings.HasPrefix(e, "PMCD_") || strings.HasPrefix(e, "PMNS_") ||
			strings.HasPrefix(e, "PMPROXY_") {
			parts = append(parts, e)
		}
	}
	// Operands of pmval may name a source.
	for _, o := range c.u.Operands {
		if strings.ContainsAny(o, ":/") {
			parts = append(parts, o)
		}
	}
	sum := fnv.New128a() // only the user's own questions can meet
	io.WriteString(sum, strings.Join(parts, "\x00"))
	return hex.EncodeToString(sum.Sum(nil))
}

// cacheDir opens the directory, and creates a missing one. It returns nil
// without a private directory.
func (c *completer) cacheDir() *os.Root {
	base, _ := c.inv.LookupEnv("XDG_CACHE_HOME")
	if !filepath.IsAbs(base) {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return nil
		}
	}
	dir := filepath.Join(base, "pcptools")
	if os.MkdirAll(dir, 0o700) != nil {
		return nil
	}
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || !private(info) {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	if opened, err := root.Stat("."); err != nil || !os.SameFile(info, opened) {
		root.Close()
		return nil
	}
	return root
}

// load returns the items cached under a key.
func load(root *os.Root, key string) (items []item, ok bool) {
	if root == nil {
		return nil, false
	}
	info, err := root.Lstat(key)
	if err != nil || !info.Mode().IsRegular() || !private(info) || info.Size() > cacheSize || !fresh(info) {
		return nil, false
	}
	text, err := root.ReadFile(key)
	if err != nil || len(text) > cacheSize {
		return nil, false
	}
	return decode(text), true
}

func fresh(info fs.FileInfo) bool {
	age := time.Since(info.ModTime())
	return age >= 0 && age < cacheTime
}

// store remembers items.
func store(root *os.Root, key string, items []item) {
	text := encode(items)
	if root == nil || len(text) > cacheSize {
		return
	}
	sweep(root)
	temporary := key + "." + strconv.Itoa(os.Getpid())
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if f.Close() != nil || err != nil || root.Rename(temporary, key) != nil {
		root.Remove(temporary)
	}
}

// sweep removes stale answers, and the oldest answers beyond a limit. Files
// of other names are not the cache's, and stay.
func sweep(root *os.Root) {
	var files []fs.FileInfo
	list, _ := fs.ReadDir(root.FS(), ".")
	for _, e := range list {
		if !ours(e.Name()) {
			continue
		}
		info, err := e.Info()
		switch {
		case err != nil || !info.Mode().IsRegular():
		case !fresh(info):
			root.Remove(info.Name())
		default:
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for len(files) >= cacheFiles {
		root.Remove(files[len(files)-1].Name())
		files = files[:len(files)-1]
	}
}

// ours reports whether a file has a name that store gives: a key, alone or
// with the number of a process that is writing it or died doing so.
func ours(name string) bool {
	key, pid, writing := strings.Cut(name, ".")
	sum, err := hex.DecodeString(key)
	if err != nil || len(sum) != keySize || key != hex.EncodeToString(sum) {
		return false
	}
	_, err = strconv.ParseUint(pid, 10, 32)
	return !writing || err == nil
}

// A file has a line for each item: a mark, its text, and after a tab its note.
func encode(items []item) []byte {
	var text []byte
	for _, i := range items {
		mark := "+"
		if i.open {
			mark = "-"
		}
		if printable(i.text) {
			text = appendLine(text, mark, i.text, "\t", strings.ReplaceAll(i.note, "\n", " "))
		}
	}
	return text
}

func decode(text []byte) []item {
	var items []item
	for line := range bytes.Lines(text) {
		rest := strings.TrimSuffix(string(line), "\n")
		if rest == "" {
			continue
		}
		i := item{open: rest[0] == '-'}
		i.text, i.note, _ = strings.Cut(rest[1:], "\t")
		items = append(items, i)
	}
	return items
}
