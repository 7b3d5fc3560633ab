//go:build unix

package guardproxy

import (
	"os/exec"
	"syscall"
)

// ownGroup gives the process a group of its own, so that a wrapper such as npx is ended with its children.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }

func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
