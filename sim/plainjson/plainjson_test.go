package plainjson

import "testing"

func TestMarshal(t *testing.T) {
	got, err := Marshal(map[string]string{"why": "emq:{q}:<type> & more"})
	if err != nil || string(got) != `{"why":"emq:{q}:<type> & more"}` {
		t.Errorf("Marshal = %s, error %v", got, err)
	}
	if _, err := Marshal(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}
