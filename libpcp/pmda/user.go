//go:build unix

package pmda

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// becomeUser makes a process of root a process of the user.
func becomeUser(name string) error {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return fmt.Errorf("cannot find the %s user to switch to", name)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	groups, err3 := groupIDs(u)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	err = errors.Join(syscall.Setgroups(groups), syscall.Setgid(gid), syscall.Setuid(uid))
	if err != nil {
		return fmt.Errorf("cannot become the %s user: %w", name, err)
	}
	return nil
}

// groupIDs are the groups a user belongs to.
func groupIDs(u *user.User) ([]int, error) {
	names, err := u.GroupIds()
	if err != nil {
		return nil, err
	}
	ids := make([]int, len(names))
	for i, name := range names {
		if ids[i], err = strconv.Atoi(name); err != nil {
			return nil, err
		}
	}
	return ids, nil
}
