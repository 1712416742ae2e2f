package pmcd

import "strconv"

// Targets says where a connection to the pmcd that spec names is tried, for
// people: sockets by their path, and ports of hosts. It is nil for a malformed
// specification.
func Targets(spec string) []string {
	parsed, err := parseHostSpec(spec, nil)
	if err != nil || len(parsed.hosts) == 0 {
		return nil
	}
	c := Client{spec: parsed}
	target := parsed.hosts[0]
	var all []string
	if parsed.socket {
		path := target.name
		if path == "" {
			path = defaultSocket(nil)
		}
		if all = append(all, "socket "+path); !parsed.orTCP {
			return all
		}
		target = host{name: "localhost"}
	}
	if proxy, ok := c.proxy(); ok {
		return append(all, "port "+strconv.Itoa(int(proxy.ports[0]))+" of "+proxy.name)
	}
	if len(target.ports) == 0 {
		target.ports = c.dialer.portsFrom("PMCD_PORT", defaultPort)
	}
	for _, port := range target.ports {
		all = append(all, "port "+strconv.Itoa(int(port))+" of "+target.name)
	}
	return all
}
