// Package plainjson encodes JSON that a person can read: <, > and & stand for
// themselves. A MarshalJSON method that used json.Marshal would have them
// escaped for HTML, whatever the encoder around it was told.
package plainjson

import (
	"bytes"
	"encoding/json"
)

// Marshal is json.Marshal without the escaping.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
