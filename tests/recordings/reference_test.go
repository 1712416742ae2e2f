package recordings

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"pcptools/internal/golden"
)

const aboutReference = "What is recorded here was printed by these tools (make golden writes this).\n"

// writeReference writes which tools the recordings are of. Releases without an
// oracle keep what stands there.
func writeReference(path string, oracles []*oracle) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var b bytes.Buffer
	b.WriteString(aboutReference)
	for _, release := range golden.Releases {
		heading := "\nPCP " + release + ", "
		_, text, _ := strings.Cut(string(old), heading)
		text, _, _ = strings.Cut(text, "\nPCP ")
		for _, o := range oracles {
			if o.release != release {
				continue
			}
			if text, err = o.describe(); err != nil {
				return err
			}
		}
		b.WriteString(heading + text)
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// describe names the package of an oracle, and has the sums of its tools.
func (o *oracle) describe() (string, error) {
	cmd := o.tree.Command(context.Background(), "/usr/bin/dpkg-query", "-W", "-f", "${Version}", "pcp")
	version, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	text := fmt.Sprintf("Debian's package pcp %s\n", version)
	for _, tool := range tools {
		b, err := os.ReadFile(o.tree.Path(o.tree.Genuine(tool)))
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("%x  %s\n", sha256.Sum256(b), tool)
	}
	return text, nil
}
