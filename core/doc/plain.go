package doc

import "planproof/core/value"

// ReadValue reads a text as one strict JSON value, by the rules and the limits of documents: no key stands twice,
// numbers are exact, nothing follows. Name is what the text is called in the places of errors. The text may have
// limit bytes at most; 0 is MaxBytes.
//
// It is the reader of everything that is JSON and no document: tool calls, conversations, records, messages.
func ReadValue(name string, text []byte, limit int) (value.Value, *Error) {
	if limit <= 0 {
		limit = MaxBytes
	}
	src, err := newTextWithin(name, text, limit)
	if err != nil {
		return nil, err
	}
	t, err := parse(src)
	if err != nil {
		return nil, err
	}
	return newDecoder(t, &noteLog{}, false).plain(0)
}
