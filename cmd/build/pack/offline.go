package pack

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"

	"planproof/cmd/build/site"
)

//go:embed sw.js
var serviceWorker string

//go:embed register.js
var register []byte

// offline adds the service worker and its registration. The worker's own
// text holds a hash of everything that it keeps, so that any change makes a
// new one.
func offline(files []site.File) ([]site.File, error) {
	reg := site.File{Name: hashed("register.js", register), Type: site.MIME(".js"), Data: register}
	tag := []byte(`<script src="` + reg.Name + `" defer></script>` + "\n</body>")
	for i := range files {
		if path.Ext(files[i].Name) == ".html" {
			if bytes.Count(files[i].Data, []byte("</body>")) != 1 {
				return nil, errors.New(files[i].Name + " does not have one </body>")
			}
			files[i].Data = bytes.Replace(files[i].Data, []byte("</body>"), tag, 1)
		}
	}
	files = append(files, reg)
	slices.SortFunc(files, func(a, b site.File) int { return strings.Compare(a.Name, b.Name) })
	sum := sha256.New()
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
		sum.Write([]byte(f.Name + "\x00"))
		hash := sha256.Sum256(f.Data)
		sum.Write(hash[:])
	}
	list, err := json.MarshalIndent(names, "", "  ")
	if err != nil {
		return nil, err
	}
	text := strings.NewReplacer("__VERSION__", hex.EncodeToString(sum.Sum(nil)[:8]), "__FILES__", string(list)).Replace(serviceWorker)
	return append(files, site.File{Name: "sw.js", Type: site.MIME(".js"), Data: []byte(text)}), nil
}
