package pane

import "planproof/ui/markup"

// GalleryItem is one example as the build lists it for the page.
type GalleryItem struct {
	ID    string `json:"id"`
	Group string `json:"group"` // the heading
	Title string `json:"title"`
	Moral string `json:"moral"`
	OK    bool   `json:"ok"`
}

// Gallery is the list of examples: name and moral, with the verdict that is
// expected as a mark.
func Gallery(items []GalleryItem) string {
	h := markup.New()
	group := ""
	for i, item := range items {
		if item.Group != group {
			if i > 0 {
				h.Close("ul")
			}
			group = item.Group
			h.El("h3", "", group).Open("ul")
		}
		h.Open("li").Open("button", "type", "button", "data-do", "example", "data-arg", item.ID, "data-testid", "gallery-item")
		class, mark, words := "is-rejected", "confirmed", "rejected: "
		if item.OK {
			class, mark, words = "is-proved", "proved", "accepted: "
		}
		h.Open("span", "class", class).Mark(mark).El("span", "sr", words).Close("span")
		h.El("span", "nm", item.Title).El("span", "mo", item.Moral).Close("button").Close("li")
	}
	if len(items) > 0 {
		h.Close("ul")
	}
	return h.String()
}
