package message_test

import (
	"os"

	"pcptools/libpcp/message"
)

// A message is put together from parts. It goes to standard error, or where PCP_STDERR
// sends it; here both are given.
func ExamplePrinter() {
	m := message.Printer{
		Name:      "prog",
		LookupEnv: func(string) (string, bool) { return "", false },
		Stderr:    os.Stdout,
	}
	m.Note("some of it, ")
	m.Print("and the rest\n")
	// Output:
	// some of it, and the rest
}
