package pipeline

import (
	"sync"
	"time"
)

// keys are those, other than q, that are typed while a report is watched.
type keys struct {
	mu   sync.Mutex
	at   time.Time     // of the last key
	next chan struct{} // closed with the next key
}

// press notes that a key asks for the next report at once.
func (k *keys) press() {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(k.next)
	k.at, k.next = time.Now(), make(chan struct{})
}

// last is when the last key was typed, and what the next closes.
func (k *keys) last() (at time.Time, next <-chan struct{}) {
	if k == nil {
		return at, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.at, k.next
}
