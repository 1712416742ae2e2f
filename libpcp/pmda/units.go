package pmda

// Units are the units of a metric as one constant, made of those below:
//
//	KByte | PerSec        Kbyte / sec
//	Count + 3*Ten         count x 10^3
//
// There is a scale each for space, time and count, so that KByte | PerMByte
// makes no sense. For units not named here there is libpcp.Units.Word.
type Units uint32

// The units, and what they can be divided by.
const (
	None Units = 0

	Byte  Units = 1<<28 | 0<<16
	KByte Units = 1<<28 | 1<<16
	MByte Units = 1<<28 | 2<<16
	GByte Units = 1<<28 | 3<<16
	TByte Units = 1<<28 | 4<<16
	PByte Units = 1<<28 | 5<<16
	EByte Units = 1<<28 | 6<<16

	Nanosec  Units = 1<<24 | 0<<12
	Microsec Units = 1<<24 | 1<<12
	Millisec Units = 1<<24 | 2<<12
	Sec      Units = 1<<24 | 3<<12
	Min      Units = 1<<24 | 4<<12
	Hour     Units = 1<<24 | 5<<12

	Count Units = 1 << 20
	Ten   Units = 1 << 8 // to be added to Count: a power of ten

	Celsius    Units = 1<<3 | 1
	Fahrenheit Units = 1<<3 | 2
	Kelvin     Units = 1<<3 | 3
	Volt       Units = 2<<3 | 1
	Millivolt  Units = 2<<3 | 2
	Microvolt  Units = 2<<3 | 3
	Amp        Units = 3<<3 | 1
	Milliamp   Units = 3<<3 | 2
	Microamp   Units = 3<<3 | 3
	Kilowatt   Units = 4<<3 | 1
	Watt       Units = 4<<3 | 2
	Milliwatt  Units = 4<<3 | 3
	Microwatt  Units = 4<<3 | 4

	PerByte     Units = 0xf<<28 | 0<<16
	PerKByte    Units = 0xf<<28 | 1<<16
	PerMByte    Units = 0xf<<28 | 2<<16
	PerNanosec  Units = 0xf<<24 | 0<<12
	PerMicrosec Units = 0xf<<24 | 1<<12
	PerMillisec Units = 0xf<<24 | 2<<12
	PerSec      Units = 0xf<<24 | 3<<12
	PerMin      Units = 0xf<<24 | 4<<12
	PerHour     Units = 0xf<<24 | 5<<12
	PerCount    Units = 0xf << 20
)
