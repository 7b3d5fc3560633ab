//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filestore

import (
	"os"
	"syscall"
)

// lock waits for the file's advisory lock. It ends with the process, however that ends.
func lock(f *os.File, exclusive bool) (unlock func(), err error) {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	for {
		err = syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return func() { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }, nil
}
