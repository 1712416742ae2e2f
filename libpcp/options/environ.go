package options

import (
	"errors"
	"fmt"
	"strings"
)

// errNoOption says that a variable stands for no option.
var errNoOption = errors.New("no option")

// environment reads the variables that stand for options, in the order they
// have in the environment.
func (s *Source) environment(report func(error)) {
	if value, ok := s.inv.LookupEnv("PCP_DEBUG"); ok {
		report(s.debugVariable(value))
	}
	for _, e := range s.inv.Environ {
		if strings.HasPrefix(e, "PCP_") {
			key, value, _ := strings.Cut(e, "=")
			err := s.variable(key, value)
			if err == errNoOption {
				continue
			}
			if s.Debugging("config") {
				fmt.Fprintf(s.inv.Stderr, "pmGetOptions: %s=%s set from the environment\n", key, value)
			}
			report(err)
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
		return s.SetHost(value)
	case "PCP_HOST_LIST":
		return s.setHostList(value)
	case "PCP_HOSTZONE":
		return s.setHostZone(value)
	case "PCP_INTERVAL":
		return s.setInterval(value)
	case "PCP_LOCALMODE", "PCP_LOCALPMDA":
		return s.setLocal(value)
	case "PCP_NAMESPACE":
		return s.setNamespace(value)
	case "PCP_ORIGIN", "PCP_ORIGIN_TIME":
		s.Times.Origin = &value
	case "PCP_SAMPLES":
		return s.setSamples(value)
	case "PCP_SPECLOCAL":
		return s.addSpec(value)
	case "PCP_START_TIME":
		s.Times.Start = &value
	case "PCP_TIMEZONE":
		return s.setZone(value)
	case "PCP_UNIQNAMES":
		return s.setUniqueNames(value)
	default:
		return errNoOption
	}
	return nil
}
