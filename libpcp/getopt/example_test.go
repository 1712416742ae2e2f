package getopt_test

import (
	"errors"
	"fmt"
	"os"

	"pcptools/libpcp/getopt"
)

// A program has an option with an argument, and operands.
func ExampleSpec_Parse() {
	width := 80
	spec := getopt.Spec{
		Synopsis: "[options] file ...",
		Groups: []getopt.Group{{Heading: "General options", Options: []getopt.Option{
			{Short: 'w', Long: "width", Arg: "N", Text: "columns of the output", Value: getopt.Int(&width, 1, "-w requires a positive number")},
			getopt.HelpOption(),
		}}},
	}
	for _, words := range [][]string{{"a", "--wid=20", "b"}, {"-w0"}} {
		operands, err := spec.Parse(&getopt.Invocation{Name: "prog", Stderr: os.Stdout}, words)
		var exit *getopt.Exit
		if errors.As(err, &exit) {
			fmt.Printf("%sstatus %d\n", exit.Text, exit.Status)
			continue
		}
		fmt.Println(width, operands)
	}
	// Output:
	// 20 [a b]
	// prog: -w requires a positive number
	// Usage: prog [options] file ...
	//
	// General options:
	//   -w N, --width=N       columns of the output
	//   -?, --help            show this usage message and exit
	// status 1
}
