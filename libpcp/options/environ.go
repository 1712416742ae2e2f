package options

import (
	"context"
	"errors"
	"strings"

	"pcptools/libpcp/release"
)

// errNoOption is the error of a variable that stands for no option.
var errNoOption = errors.New("no option")

// orderedVariables are the variables that stand for options, in the order in which
// newer releases read them.
var orderedVariables = [...]string{"PCP_DEBUG", "PCP_ALIGN_TIME", "PCP_ARCHIVE", "PCP_ARCHIVE_LIST", "PCP_FOLIO",
	"PCP_GUIMODE", "PCP_HOST", "PCP_HOST_LIST", "PCP_SPECLOCAL", "PCP_LOCALMODE", "PCP_LOCALPMDA", "PCP_NAMESPACE",
	"PCP_UNIQNAMES", "PCP_ORIGIN", "PCP_ORIGIN_TIME", "PCP_GUIPORT", "PCP_START_TIME", "PCP_SAMPLES",
	"PCP_FINISH_TIME", "PCP_INTERVAL", "PCP_TIMEZONE", "PCP_HOSTZONE"}

// environment reads the variables that stand for options, in an order of its
// own, or in older releases in the order they have in the environment.
func (s *Source) environment(report func(error)) {
	if value, ok := s.inv.LookupEnv("PCP_DEBUG"); ok {
		report(s.debugVariable(value))
	}
	read := func(key, value string) {
		if err := s.variable(key, value); err != errNoOption {
			s.trace(context.Background(), "config", "pmGetOptions: "+key+"="+value+" set from the environment\n")
			report(err)
		}
	}
	if s.inv.Release.Has(release.OrderedVariables) {
		for _, key := range &orderedVariables {
			if value, ok := s.inv.LookupEnv(key); ok {
				read(key, value)
			}
		}
		return
	}
	for _, e := range s.inv.Environ {
		if strings.HasPrefix(e, "PCP_") {
			key, value, _ := strings.Cut(e, "=")
			read(key, value)
		}
	}
}

func (s *Source) variable(key, value string) error {
	switch key {
	case "PCP_ALIGN_TIME":
		s.Times.Align = &value
	case "PCP_ARCHIVE":
		return s.AddArchive(value)
	case "PCP_ARCHIVE_LIST":
		return s.addArchiveList(value)
	case "PCP_DEBUG": // has come first
	case "PCP_FINISH_TIME":
		s.Times.Finish = &value
	case "PCP_FOLIO":
		return s.addFolio(value)
	case "PCP_GUIMODE":
		return s.setGUIMode(value)
	case "PCP_GUIPORT":
		return s.setGUIPort(value)
	case "PCP_HOST":
		return s.setHost(value)
	case "PCP_HOST_LIST":
		return s.setHostList(value)
	case "PCP_HOSTZONE":
		return s.setHostZone(value)
	case "PCP_INTERVAL":
		return s.setInterval(value)
	case "PCP_LOCALMODE", "PCP_LOCALPMDA":
		return s.setLocal(value)
	case "PCP_NAMESPACE":
		return s.load(value, false)
	case "PCP_ORIGIN", "PCP_ORIGIN_TIME":
		s.Times.Origin = &value
	case "PCP_SAMPLES":
		return s.setSamples(value)
	case "PCP_SPECLOCAL":
		return s.agents.change(value)
	case "PCP_START_TIME":
		s.Times.Start = &value
	case "PCP_TIMEZONE":
		return s.setZone(value)
	case "PCP_UNIQNAMES":
		return s.load(value, true)
	default:
		return errNoOption
	}
	return nil
}
