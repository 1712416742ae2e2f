package format_test

import (
	"fmt"
	"log"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// Values as PCP's tools print them, and back.
func ExampleParseValue() {
	for _, text := range []string{"0x10", "-1", "1e3"} {
		a, err := format.ParseValue(text, libpcp.TypeU32)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", format.AppendAtom(nil, a))
	}
	// Output:
	// 16
	// The value "-1" is out of range for the data type (PM_TYPE_U32)
	// The value "1e3" is incompatible with the data type (PM_TYPE_U32)
}

// A value as it came from a source.
func ExampleAppendValue() {
	v, kind, err := libpcp.NewValue(libpcp.NullInst, libpcp.StringAtom("a \"b\""))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", format.AppendValue(nil, kind, v, libpcp.TypeString))
	fmt.Printf("%s\n", format.AppendStamp(nil, time.Date(2024, 6, 1, 12, 0, 0, 5e6, time.UTC)))
	// Output:
	// "a "b""
	// 12:00:00.005
}
