package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// TestColumns has values that all processes share, or those of one worker, or all
// but one process, which has another or none: each gets its own, with others
// asked for at the same time, alone, and in memory that has been given back.
func TestColumns(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(maxWorkers))
	const count = fewProcesses + 2 // two are the other worker's
	const none = -1
	except := func(place, instead int) func(int) int {
		return func(at int) int {
			if at == place {
				return instead
			}
			return 5
		}
	}
	root := t.TempDir()
	order := orderOf(t, root, count)
	for name, value := range map[string]func(place int) int{
		"all the same":     func(int) int { return 5 },
		"none":             func(int) int { return none },
		"each its own":     func(at int) int { return at },
		"of each worker":   func(at int) int { return at / fewProcesses },
		"every other":      func(at int) int { return at%2 - 1 },
		"of a few":         func(at int) int { return at * at % 7 },
		"of many":          func(at int) int { return at * at % 97 },
		"another first":    except(0, 6),
		"another second":   except(1, 6),
		"another last":     except(count-1, 6),
		"none first":       except(0, none),
		"none second":      except(1, none),
		"none between":     except(fewProcesses-1, none),
		"none at the next": except(fewProcesses, none),
		"none last":        except(count-1, none),
	} {
		t.Run(name, func(t *testing.T) {
			for place, pid := range order {
				makeProcess(t, root, pid, value(place))
			}
			c := open(t, root)
			names := []string{"proc.io.rchar", "proc.io.wchar", "proc.psinfo.tgid", "proc.psinfo.ngid", "proc.psinfo.cpusallowed"}
			types := []libpcp.Type{libpcp.TypeU64, libpcp.TypeU64, libpcp.TypeU32, libpcp.TypeU32, libpcp.TypeString}
			ids, err := c.Lookup(t.Context(), names...)
			if err != nil {
				t.Fatal(err)
			}
			check := func(set libpcp.ValueSet, at int) {
				t.Helper()
				got := make(map[int32]string)
				for _, v := range set.Values {
					if _, twice := got[v.Inst]; twice {
						t.Errorf("%s: process %d twice", names[at], v.Inst)
					}
					got[v.Inst] = textOf(t, set.Format, v, types[at])
				}
				for place, pid := range order {
					want, ok := fmt.Sprint(value(place)), value(place) != none
					if text, there := got[pid]; there != ok || ok && text != want {
						t.Fatalf("%s of process %d: %q, %v; want %s, %v", names[at], pid, text, there, want, ok)
					}
				}
			}
			result, err := c.Fetch(t.Context(), ids)
			if err != nil {
				t.Fatal(err)
			}
			for at := range ids {
				check(result.Sets[at], at)
			}
			for at, id := range ids {
				var kept []*libpcp.Result
				for n := range 3 {
					result, err := c.Fetch(t.Context(), []libpcp.PMID{id})
					if err != nil {
						t.Fatal(err)
					}
					check(result.Sets[0], at)
					if n%2 == 0 {
						kept = append(kept, result)
					} else {
						c.Recycle(result)
					}
				}
				for _, result := range kept {
					check(result.Sets[0], at)
				}
			}
		})
	}
}

// open opens a context with the processes of a tree.
func open(t *testing.T, root string) *libpcp.Context {
	t.Helper()
	t.Setenv("PROC_STATSPATH", root)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	t.Cleanup(func() { c.Close() })
	return c
}

// orderOf makes processes from 1 to last, and lists them in the order in which they
// are looked at.
func orderOf(t *testing.T, root string, last int) []int32 {
	t.Helper()
	for pid := range last {
		makeProcess(t, root, int32(1+pid), 0)
	}
	c := open(t, root)
	ids, err := c.Lookup(t.Context(), "proc.psinfo.tgid")
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	var order []int32
	for _, v := range result.Sets[0].Values {
		order = append(order, v.Inst)
	}
	if len(order) != last {
		t.Fatalf("%d of %d processes", len(order), last)
	}
	return order
}

// makeProcess makes the files of a process with a number in them, or removes them
// if it is negative.
func makeProcess(t *testing.T, root string, pid int32, n int) {
	t.Helper()
	dir := filepath.Join(root, "proc", fmt.Sprint(pid))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"io":     fmt.Sprintf("rchar: %d\nwchar: %[1]d\n", n),
		"status": fmt.Sprintf("Tgid:\t%d\nNgid:\t%[1]d\nCpus_allowed_list:\t%[1]d\n", n),
	} {
		path := filepath.Join(dir, name)
		write := func() error { return os.WriteFile(path, []byte(text), 0o644) }
		if n < 0 {
			write = func() error { return os.Remove(path) }
		}
		if err := write(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// textOf is a value as text.
func textOf(t *testing.T, f libpcp.Format, v libpcp.Value, kind libpcp.Type) string {
	t.Helper()
	a, err := libpcp.Extract(f, v, kind, kind)
	if err != nil {
		t.Fatal(err)
	}
	if kind == libpcp.TypeString {
		return a.Text()
	}
	return fmt.Sprint(a.Uint64())
}
