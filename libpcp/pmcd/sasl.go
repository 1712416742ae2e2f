package pmcd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// maxAuth is the length that no payload of an authentication message reaches.
const maxAuth = 2048

// A mechanism is one way to authenticate (RFC 4422), in its state.
type mechanism interface {
	// step answers a challenge; the first, nil, is for the response that goes
	// with the mechanism's name. done says that no challenge is to follow.
	step(challenge []byte) (response []byte, done bool, err error)
}

// identity is the user to authenticate.
type identity struct{ user, password string }

// who finds the identity: in attributes, or by asking the user.
type who struct {
	client *Client
	server string // by its own name, if it is this machine
}

// authenticate runs the authentication, which pmcd begins by naming the
// mechanisms it knows. Success has no reply, and a failure at the client's
// last message is reported in the reply to the first request.
func (c *Client) authenticate(ctx context.Context, cn *conn, p peer) error {
	if err := cn.flush(ctx); err != nil {
		return err
	}
	offered, err := cn.challenge(ctx)
	if err != nil {
		return err
	}
	name, start, err := c.chooseMechanism(string(offered), cn.encrypted)
	if err != nil {
		return err
	}
	m := start(who{c, serverName(p.name)})
	response, done, err := m.step(nil)
	response = append(append([]byte(name), 0), response...)
	for err == nil {
		cn.queue(&pdu.Attr{Key: pdu.AttrAuth, Payload: response})
		if done {
			break
		}
		response, done, err = cn.challenged(ctx, m)
	}
	cn.unsure = err == nil
	return err
}

// challenged sends the queue and lets m answer the reply.
func (c *conn) challenged(ctx context.Context, m mechanism) (response []byte, done bool, err error) {
	if err := c.flush(ctx); err != nil {
		return nil, false, err
	}
	challenge, err := c.challenge(ctx)
	if err != nil {
		return nil, false, err
	}
	return m.step(challenge)
}

// challenge takes a message of the authentication from pmcd, or its refusal.
func (c *conn) challenge(ctx context.Context) ([]byte, error) {
	t, b, err := c.receive(ctx)
	if err != nil {
		return nil, err
	}
	var m pdu.Attr
	refusal, err := reply{t, b}.decode(pdu.TypeAttr, &m)
	switch {
	case err != nil:
		return nil, err
	case refusal != nil:
		return nil, refusal
	case m.Key != pdu.AttrAuth || len(m.Payload) >= maxAuth:
		return nil, fmt.Errorf("authentication message of %d bytes, key %d: %w", len(m.Payload), m.Key, libpcp.ErrIPC)
	}
	return m.Payload, nil
}

// chooseMechanism takes the best mechanism that the host specification allows or,
// if it names none, that pmcd offers.
func (c *Client) chooseMechanism(offered string, encrypted bool) (name string, start func(who) mechanism, err error) {
	allowed, limited := c.spec.attrs.get(attrMethod)
	if limited && !allowed.bare {
		offered = allowed.value
	}
	for _, m := range mechanisms {
		switch {
		case !listed(offered, m.name):
		case c.protect >= ProtectPasswords && !encrypted && clearPassword(m.name):
			return "", nil, &ProtectionError{Reason: "the password would be sent in clear text", Err: saslNoMechanism}
		default:
			return m.name, m.start, nil
		}
	}
	if offered != "" && !slices.ContainsFunc(others, func(name string) bool { return listed(offered, name) }) {
		c.log("Alert", "No worthy mechs found")
	}
	return "", nil, fmt.Errorf("mechanisms %q: %w", offered, saslNoMechanism)
}

// clearPassword reports whether a mechanism sends the password itself.
func clearPassword(mechanism string) bool { return mechanism == "PLAIN" || mechanism == "LOGIN" }

func listed(list, name string) bool {
	return slices.ContainsFunc(strings.Fields(list), func(word string) bool { return strings.EqualFold(word, name) })
}

// name is the user of the host specification, or the answer to a question.
func (w who) name() (string, error) {
	if user, ok := w.client.spec.attrs.get(attrUser); ok {
		return user.value, nil
	}
	return w.client.prompt("Username: ", false)
}

// identify is who the host specification names, completed by asking. The messages
// are the messages of the SASL library.
func (w who) identify() (id identity, err error) {
	c := w.client
	if id.user, err = w.name(); err != nil {
		c.log("Alert", "Parameter Error in ../../common/plugin_common.c near line 364")
		return id, fmt.Errorf("no user name: %w", saslBadParam)
	}
	password, ok := c.spec.attrs.get(attrPassword)
	if id.password = password.value; !ok {
		id.password, _ = c.prompt("Password: ", true) // or none
	}
	if strings.TrimSpace(id.user) == "" {
		c.log("Alert", "All-whitespace username.")
		return id, fmt.Errorf("empty user name: %w", saslFail)
	}
	return id, nil
}

// Results of authentication, in the codes of the SASL library.
const (
	saslFail        = libpcp.ErrNYI - 1
	saslNoMechanism = libpcp.ErrNYI - 4
	saslBadProtocol = libpcp.ErrNYI - 5
	saslBadParam    = libpcp.ErrNYI - 7
	saslBadServer   = libpcp.ErrNYI - 10
	saslLast        = libpcp.ErrNYI - 99
)

// ErrAuthentication is a failed authentication. Its code depends on the mechanism.
var ErrAuthentication = errors.New("authentication refused")

// ErrLateRefusal is an ErrAuthentication of which a pmcd has told only in reply to the
// first request.
var ErrLateRefusal = fmt.Errorf("%w after it was over", ErrAuthentication)

// refusal reports whether an error is one of authentication: of the SASL library, or
// an unknown user.
func refusal(err error) bool {
	code := libpcp.Code(err)
	return code == libpcp.Errno(syscall.ESRCH) || code < libpcp.ErrNYI && code >= saslLast
}

// verdict is such an error. Later replies would be for the wrong requests.
func (c *conn) verdict(t pdu.Type, b []byte) error {
	if !c.unsure {
		return nil
	}
	c.unsure = false
	if t != pdu.TypeError {
		return nil
	}
	code, err := (reply{t, b}).status()
	if err == nil && refusal(code) {
		return fmt.Errorf("%w: %w", ErrLateRefusal, code)
	}
	return nil
}
