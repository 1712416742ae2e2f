package golden

import "testing"

func TestWithoutPort(t *testing.T) {
	const text = "localhost:34821, 121634821, (port 34821)"
	if got := WithoutPort(text, 34821); got != "localhost:$PORT, 121634821, (port $PORT)" {
		t.Errorf("WithoutPort = %q", got)
	}
}
