package pmda

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"

	"pcptools/libpcp"
)

// helpFile are help texts as newhelp(1) leaves them: an index, NAME.dir, of
// offsets in the texts, NAME.pag.
//
//	0   magic      "PcPh" as a number of the machine
//	4   version    the characters 1 and 2, likewise
//	8   entries
//	12  identifier, offset of the short text, offset of the long one
//	24  …
//
// Identifiers are those of metrics, or of instance domains with the highest
// bit set. Each text ends with a zero byte.
type helpFile struct {
	offsets map[uint32][2]uint32 // of the short and the long text, by identifier
	texts   []byte
}

const (
	helpMagic   = 0x50635068
	helpVersion = 0x31320000
	helpHeader  = 12
	helpEntry   = 12
	maxHelpFile = 16 << 20
)

// readHelp reads the files name.dir and name.pag.
func readHelp(name string) (*helpFile, error) {
	index, err := readBounded(name + ".dir")
	if err != nil {
		return nil, err
	}
	texts, err := readBounded(name + ".pag")
	if err != nil {
		return nil, err
	}
	return parseHelp(index, texts)
}

func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxHelpFile))
}

// parseHelp makes a helpFile of the contents of its files, of which it keeps
// the texts. Of several entries for an identifier the first counts.
func parseHelp(index, texts []byte) (*helpFile, error) {
	if len(index) < helpHeader {
		return nil, libpcp.ErrText
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(index) != helpMagic {
		order = binary.BigEndian
	}
	if order.Uint32(index) != helpMagic || order.Uint32(index[4:]) != helpVersion {
		return nil, libpcp.ErrText
	}
	entries := index[helpHeader:]
	h := &helpFile{make(map[uint32][2]uint32, len(entries)/helpEntry), texts}
	for e := entries; len(e) >= helpEntry; e = e[helpEntry:] {
		ident := order.Uint32(e)
		if _, again := h.offsets[ident]; !again {
			h.offsets[ident] = [2]uint32{order.Uint32(e[4:]), order.Uint32(e[8:])}
		}
	}
	return h, nil
}

// text returns a text. The short one serves for an empty long one.
func (h *helpFile) text(id libpcp.TextID) (string, error) {
	ident := id.Ident
	if id.Kind&libpcp.TextInDom != 0 {
		ident |= 1 << 31
	}
	offsets, ok := h.offsets[ident]
	if !ok {
		return "", libpcp.ErrText
	}
	if id.Kind&libpcp.TextHelp != 0 {
		if long := h.at(offsets[1]); long != "" {
			return long, nil
		}
	}
	return h.at(offsets[0]), nil
}

// at is the text at an offset.
func (h *helpFile) at(offset uint32) string {
	if uint64(offset) >= uint64(len(h.texts)) {
		return ""
	}
	text, _, _ := bytes.Cut(h.texts[offset:], []byte{0})
	return string(text)
}

// installedText looks in the help file, if there is one: then that decides.
func (s *Service) installedText(id libpcp.TextID) (_ string, _ error, found bool) {
	if s.agent.StandIn.HelpFile == "" {
		return "", nil, false
	}
	if !s.helpSought {
		s.helpSought = true
		s.help, _ = readHelp(s.agent.StandIn.HelpFile)
	}
	if s.help == nil {
		return "", nil, false
	}
	text, err := s.help.text(id)
	return text, err, true
}
