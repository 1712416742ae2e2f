//go:build darwin || freebsd || netbsd

package storage

import "syscall"

func changedAt(info *syscall.Stat_t) int64 { return info.Mtimespec.Nano() }
