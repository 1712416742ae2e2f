//go:build !unix

package mmv

import (
	"errors"
	"os"
)

func mapped(*os.File, int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmap([]byte) {}
