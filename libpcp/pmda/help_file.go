package pmda

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
)

// helpFile reads help texts that newhelp(1) wrote: NAME.dir, an index of
// offsets into the texts, NAME.pag.
//
//	0   magic      "PcPh" as a number of the machine
//	4   version    the characters 1 and 2, likewise
//	8   entries
//	12  identifier, offset of the short text, offset of the long one
//	24  …
//
// An identifier is a PMID, or with the highest bit set an instance domain. Each
// text ends with a zero byte.
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
	index, err := access.ReadFile(name+".dir", maxHelpFile)
	if err != nil {
		return nil, err
	}
	texts, err := access.ReadFile(name+".pag", maxHelpFile)
	if err != nil {
		return nil, err
	}
	return parseHelp(index, texts)
}

// CheckHelp returns why the help texts of a [Replacement] cannot be opened, as
// pmdaInit(3) reports it: a file is missing, or syscall.EINVAL.
func CheckHelp(name string) error {
	index, err := access.Open(name + ".dir")
	if err != nil {
		return err
	}
	defer index.Close()
	var header [helpHeader]byte
	if _, err := io.ReadFull(index, header[:]); err != nil || helpOrder(header[:]) == nil {
		return syscall.EINVAL
	}
	texts, err := os.Stat(name + ".pag")
	if err == nil && texts.Size() == 0 {
		return syscall.EINVAL
	}
	return err
}

// parseHelp makes a helpFile of the contents of its files, of which it keeps
// the texts. Of several entries for an identifier the first counts.
func parseHelp(index, texts []byte) (*helpFile, error) {
	order := helpOrder(index)
	if order == nil || len(texts) == 0 {
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

// helpOrder is the byte order of an index, nil if the bytes are no index.
func helpOrder(index []byte) binary.ByteOrder {
	if len(index) < helpHeader {
		return nil
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if order.Uint32(index) == helpMagic && order.Uint32(index[4:]) == helpVersion {
			return order
		}
	}
	return nil
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

// installedText looks in the help file, if the file exists or the agent has no
// other texts.
func (s *Service) installedText(id libpcp.TextID) (_ string, _ error, found bool) {
	if s.agent.Replacement.HelpFile == "" {
		return "", nil, false
	}
	if !s.helpSought {
		s.helpSought = true
		s.help, _ = readHelp(s.agent.Replacement.HelpFile)
	}
	if s.help == nil {
		return "", libpcp.ErrText, s.agent.Replacement.NoOtherHelp
	}
	text, err := s.help.text(id)
	return text, err, true
}
