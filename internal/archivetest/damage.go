package archivetest

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
)

// Damage changes bytes of an archive's files, or cuts one short: the same for
// the same seed. The labels are spared most of the time.
func Damage(base string, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 1))
	var files []string
	for _, suffix := range []string{".meta", ".index"} {
		files = append(files, base+suffix)
	}
	for n := 0; ; n++ {
		name := base + "." + strconv.Itoa(n)
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			break
		}
		files = append(files, name)
	}
	for range 1 + rng.IntN(2) {
		if err := damageFile(files[rng.IntN(len(files))], rng); err != nil {
			return err
		}
	}
	return nil
}

func damageFile(name string, rng *rand.Rand) error {
	b, err := os.ReadFile(name)
	if err != nil || len(b) == 0 {
		return err
	}
	low := 0
	if len(b) > 132 && rng.IntN(10) > 0 {
		low = 132
	}
	if low == len(b) {
		low = 0
	}
	i := low + rng.IntN(len(b)-low)
	switch rng.IntN(6) {
	case 0:
		b = b[:i]
	case 1:
		b = append(b, b[i:]...)
	case 2:
		b[i] ^= 1 << rng.IntN(8)
	default: // a word, often of small numbers
		i &^= 3
		for j := i; j < min(i+4, len(b)); j++ {
			b[j] = 0
			if j == i+3 || rng.IntN(4) == 0 {
				b[j] = byte(rng.Uint32())
			}
		}
	}
	return os.WriteFile(name, b, 0o644)
}
