package world

import (
	_ "embed" // acme.mmv
	"os"
	"path/filepath"
)

// acme is a file of version 3 for the mmv agent, in cluster 321: one metric of each
// type, one instance domain, labels, help. mmvdump(1) shows it.
//
//go:embed acme.mmv
var acme []byte

func (w *World) dirsEnv() []string {
	return []string{
		"PCP_RUN_DIR=" + filepath.Join(w.Dir, "run"),
		"PCP_LOG_DIR=" + filepath.Join(w.Dir, "log"),
		"PCP_TMP_DIR=" + filepath.Join(w.Dir, "tmp"),
		"PCP_TMPFILE_DIR=" + filepath.Join(w.Dir, "tmp"),
		"PCP_SYSCONF_DIR=" + filepath.Join(w.Dir, "etc"),
		"PCP_PMDAS_DIR=" + w.PMDAs(),
	}
}

// serverEnv is what pmcd and its agents need on top: instance caches of their
// own, no pmdaroot, no restarts, and agents that stay the user they are when
// that is not root.
func (w *World) serverEnv() []string {
	env := append(baseEnv(), w.dirsEnv()...)
	env = append(env,
		"PCP_VAR_DIR="+filepath.Join(w.Dir, "var"),
		"PMCD_ROOT_AGENT=0",
		"PMCD_RESTART_AGENTS=0",
	)
	env = append(append(env, w.kit.secureEnv()...), w.kit.env...)
	if os.Getuid() != 0 {
		env = append(env, "PCP_USER="+userName(), "PCP_GROUP="+groupName())
	}
	return env
}

func baseEnv() []string {
	return []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}
}

func (w *World) makeDirs() error {
	for _, dir := range []string{"run", "log/pmcd", "tmp/mmv", "etc/labels", "var/config/pmda"} {
		if err := os.MkdirAll(filepath.Join(w.Dir, dir), 0o755); err != nil {
			return err
		}
	}
	// Agents started by root become another user and write to these.
	for _, dir := range []string{"log/pmcd", "tmp", "tmp/mmv", "var/config/pmda"} {
		if err := os.Chmod(filepath.Join(w.Dir, dir), 0o777); err != nil {
			return err
		}
	}
	if err := w.linkEntries("PCP_VAR_DIR", filepath.Join(w.Dir, "var"), "config"); err != nil {
		return err
	}
	labels := `{"datacenter":"lab","rack":{"row":3,"slot":"b"}}` + "\n"
	if err := os.WriteFile(filepath.Join(w.Dir, "etc/labels/site"), []byte(labels), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.Dir, "tmp/mmv/acme"), acme, 0o644)
}

// linkEntries gives dir links to the entries of an installed directory, except
// one.
func (w *World) linkEntries(variable, dir, except string) error {
	from := w.kit.tree.Conf(variable)
	entries, err := os.ReadDir(w.kit.tree.Path(from))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == except {
			continue
		}
		if err := os.Symlink(filepath.Join(from, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
