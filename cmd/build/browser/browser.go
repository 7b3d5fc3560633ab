// Package browser finds a Chromium for the browser tests.
package browser

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// names are the executables that will do, in order of preference.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// Find returns the path of a Chromium: $PLANPROOF_CHROMIUM, or one on the
// PATH. When there is none and install is set, it installs Debian's package
// if this is root on Debian; else the error says what to install.
func Find(install bool) (string, error) {
	if p := os.Getenv("PLANPROOF_CHROMIUM"); p != "" {
		return p, nil
	}
	if p := onPath(); p != "" {
		return p, nil
	}
	if install && os.Getuid() == 0 && isDebian() {
		if err := installPackage(); err != nil {
			return "", err
		}
		if p := onPath(); p != "" {
			return p, nil
		}
	}
	return "", errors.New("no Chromium found: install the package `chromium` (Debian: apt-get install chromium), or set PLANPROOF_CHROMIUM to a Chromium or Chrome executable")
}

func onPath() string {
	for _, n := range names {
		if p, err := exec.LookPath(n); err == nil {
			return p
		}
	}
	return ""
}

func isDebian() bool {
	_, err := os.Stat("/etc/debian_version")
	return err == nil
}

func installPackage() error {
	fmt.Println("installing chromium with apt-get")
	for _, args := range [][]string{{"update", "-qq"}, {"install", "-y", "-qq", "chromium"}} {
		cmd := exec.Command("apt-get", args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("apt-get %s: %w", args[0], err)
		}
	}
	return nil
}
