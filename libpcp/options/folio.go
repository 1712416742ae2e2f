package options

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/access"
)

// addFolio takes the archives of an archive folio (mkaf(1)). An error in a folio
// is not an error of the command line.
func (c *Choice) addFolio(name string) error {
	if c.host != nil {
		return errHostsAndArchives
	}
	f, err := access.Open(name)
	if err != nil {
		return &getopt.RunError{Err: errors.New("cannot open archive folio " + name + ": " + libpcp.ErrorText(err))}
	}
	defer f.Close()
	r := bufio.NewReader(f)
	if err := checkFolio(r, name); err != nil {
		return &getopt.RunError{Err: err}
	}
	return c.addFolioArchives(r, path.Dir(name))
}

// checkFolio reads the two lines a folio starts with.
func checkFolio(r *bufio.Reader, name string) error {
	magic, ok := folioLine(r)
	if !ok {
		return errors.New("archive folio " + name + " has no header")
	}
	if !strings.HasPrefix(magic, "PCPFolio") {
		return errors.New("archive folio " + name + " has bad magic")
	}
	version, ok := folioLine(r)
	if !ok {
		return errors.New("archive folio " + name + " has no version")
	}
	if !strings.HasPrefix(version, "Version: 1") {
		return errors.New("unknown version archive folio " + name)
	}
	return nil
}

// addFolioArchives reads the lines "Archive: HOST PATH" of a folio in dir.
func (c *Choice) addFolioArchives(r *bufio.Reader, dir string) error {
	for number := 3; ; number++ {
		line, ok := folioLine(r)
		if !ok {
			return nil
		}
		if !strings.HasPrefix(line, "Archive:") {
			continue
		}
		words := strings.Fields(line)
		switch len(words) {
		case 1:
			return &getopt.RunError{Err: fmt.Errorf("missing host on archive folio line %d", number)}
		case 2:
			return &getopt.RunError{Err: fmt.Errorf("missing path on archive folio line %d", number)}
		}
		archive := words[2]
		if archive[0] != '/' {
			archive = dir + "/" + archive
		}
		if err := c.AddArchive(archive); err != nil {
			return err
		}
	}
}

// folioLine reads a line of reasonable length.
func folioLine(r *bufio.Reader) (line string, ok bool) {
	const longest = 4096
	text, err := r.ReadSlice('\n')
	if len(text) == 0 && err != nil {
		return "", false
	}
	line = string(text[:min(len(text), longest)])
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return line, err == nil || errors.Is(err, io.EOF)
}
