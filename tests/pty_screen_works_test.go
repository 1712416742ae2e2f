package tests

import "testing"

// TestTerminal shows what programs write.
func TestTerminal(t *testing.T) {
	for _, test := range []struct{ name, written, want string }{
		{"lines", "one\ntwo\n", "one\ntwo\n"},
		{"return", "12 of 20\r\x1b[Kdone\n", "done\n"},
		{"over", "abcdef\rxyz\n", "xyzdef\n"},
		{"back", "ab\bc\n", "ac\n"},
		{"tab", "a\tb\n", "a       b\n"},
		{"wrapped", "0123456789ab\n", "0123456789\nab\n"},
		{"full line", "0123456789\nab\n", "0123456789\nab\n"},
		{"wide", "日本語日本語\n", "日本語日本\n語\n"},
		{"redrawn", "old 1\nold 2\nold 3\n\x1b[3Anew 1\x1b[K\nnew\x1b[K\n\x1b[J", "new 1\nnew\n\n"},
		{"up to the edge", "1\n2\n3\n4\n5\n\x1b[9Atop\n", "1\n2\ntop\n4\n5\n"},
		{"cleared", "1\n2\n3\n4\n5\n\x1b[H\x1b[2Jnew\n", "1\n2\nnew\n"},
		{"down", "\x1b[2Bx\n", "\n\nx\n"},
		{"attributes", "a\x1b[1mbc\x1b[0m\x1b[36md\x1b[m \x1b[7me\x1b[0m\n", "abcd e\n bb6 r ~\n"},
		{"wide bold", "\x1b[1m日\x1b[0mx\n", "日x\nbb ~\n"},
	} {
		terminal := NewTerminal(10, 4)
		for i := range len(test.written) { // which may be cut anywhere
			if _, err := terminal.Write([]byte{test.written[i]}); err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
		}
		if got := terminal.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestTerminalRefuses finds controls that a terminal may take for something else.
func TestTerminalRefuses(t *testing.T) {
	for _, text := range []string{"\x1b[5Z", "\x1bc", "\a", "\x1b[?1049h"} {
		if _, err := NewTerminal(10, 4).Write([]byte(text)); err == nil {
			t.Errorf("%q is not refused", text)
		}
	}
}

// TestTerminalCursor hides the cursor and shows it again.
func TestTerminalCursor(t *testing.T) {
	terminal := NewTerminal(10, 4)
	for text, hidden := range map[string]bool{"\x1b[?25l": true, "\x1b[?25h": false} {
		if terminal.Write([]byte(text)); terminal.Hidden() != hidden {
			t.Errorf("after %q the cursor is wrong", text)
		}
	}
}

// TestTerminalResize draws in the lower part of a terminal that becomes smaller.
func TestTerminalResize(t *testing.T) {
	terminal := NewTerminal(10, 4)
	terminal.Write([]byte("1\n2\n3\n"))
	terminal.Resize(5, 2)
	terminal.Write([]byte("abcdef\x1b[H*"))
	if got, want := terminal.String(), "1\n2\n3\n*bcde\nf\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
