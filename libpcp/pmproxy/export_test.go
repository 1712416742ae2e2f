package pmproxy

// ForgetContext makes a context one that pmproxy does not know.
func ForgetContext(c *Client) { c.context = 1 }
