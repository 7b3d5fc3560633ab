package embed

import (
	"fmt"
	"strings"
)

// Page makes embed.html from index.html: the same page and the same
// scripts, in a dress for frames.
func Page(index string) (string, error) {
	for _, change := range [][2]string{
		{`<html lang="en">`, `<html lang="en" data-embed="">`},
		{`<link rel="stylesheet" href="style.css">`, `<link rel="stylesheet" href="style.css">` + "\n" + `<link rel="stylesheet" href="embed.css">` + "\n" + `<script src="embed.js"></script>`},
		{`<div id="app"`, `<a class="embed-open" href="./" target="_blank" rel="noopener">Open in planproof</a>` + "\n" + `<div id="app"`},
	} {
		if strings.Count(index, change[0]) != 1 {
			return "", fmt.Errorf("index.html does not have one %s", change[0])
		}
		index = strings.Replace(index, change[0], change[1], 1)
	}
	return index, nil
}
