package golden

import "testing"

func TestMask(t *testing.T) {
	for text, want := range map[string]string{
		"2|[Mon Nov  2 12:34:56] pminfo(4711) Error: x\n":           "2|[#] pminfo(#) Error: x\n",
		"err|[Mon Nov 23 12:34:56] pminfo(4711) Error: x\n":         "err|[#] pminfo(#) Error: x\n",
		"2|expr node 0x55d0c0ffee00 left=0xc418e80 right=(nil)\n":   "2|expr node 0x# left=0x# right=(nil)\n",
		"2|__pmResult dump from 0x110c2450 timestamp: 1.0\n":        "2|__pmResult dump from 0x# timestamp: 1.0\n",
		"2|vset[0]: inst=-1 vbp=0x3274f94 (len=16)\n":               "2|vset[0]: inst=-1 vbp=0x# (len=16)\n",
		"2|x called dm->0xc000123456 0x7400003 0xffffffff\n":        "2|x called dm->0x# 0x7400003 0xffffffff\n",
		"1|0x55d0c0ffee00\n2|    InDom: 29.3 0x7400003\n":           "1|0x55d0c0ffee00\n2|    InDom: 29.3 0x7400003\n",
		"1|[Mon Nov  2 12:34:56] pminfo(4711) no newline after all": "1|[#] pminfo(#) no newline after all",
	} {
		if got := string(Mask([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
