//go:build !linux

package tree

import "syscall"

func privateMounts() *syscall.SysProcAttr { return nil }

func within(string) *syscall.SysProcAttr { return nil }
