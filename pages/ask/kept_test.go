package ask

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/a-h/templ"
	"pgregory.net/rapid"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

func ask(t testing.TB, query string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	page := Form(func(w http.ResponseWriter, _ *http.Request) error {
		_, err := io.WriteString(w, "the page")
		return err
	})
	if err := page(w, httptest.NewRequest("GET", "/sim/job?"+query, nil)); err != nil {
		e, ok := err.(*web.Error)
		if !ok {
			t.Fatal(err)
		}
		w.WriteHeader(e.Status)
	}
	return w
}

func TestForm(t *testing.T) {
	for _, c := range []struct {
		query  string
		status int
		to     string
	}{
		{"queue=a", 200, ""},
		{"queue=", 200, ""},
		{"queue=%00&utm=kept-", 200, ""},
		{"queue=&kept-queue=%2500", 303, "?queue=%00"},
		{"queue=b&kept-queue=%2500", 303, "?queue=b"},
		{"queue=&kept-queue=%2500&id=&kept-id=%25FF&fig=f1", 303, "?fig=f1&id=%FF&queue=%00"},
		{"queue=&queue=&kept-queue=%2500", 303, "?queue=&queue="}, // refused there
		{"kept-queue=%2500", 303, "?"},
		{"queue=&kept-queue=%25zz", 400, ""},
		{"queue=%zz", 400, ""},
	} {
		if w := ask(t, c.query); w.Code != c.status || w.Header().Get("Location") != c.to {
			t.Errorf("%s: %d to %q, want %d to %q", c.query, w.Code, w.Header().Get("Location"), c.status, c.to)
		}
	}
}

// Sending the form as it came asks the same question, whatever the bytes.
func TestFormKeepsEveryByte(t *testing.T) {
	bytes := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 20), func(b []byte) string { return string(b) })
	question := Simulator{Site: layout.Site{}, Name: "job", Fields: []Field{{Param: "queue"}, {Param: "id"}}}
	rapid.Check(t, func(rt *rapid.T) {
		queue, id := bytes.Draw(rt, "queue"), bytes.Draw(rt, "id")
		w := httptest.NewRecorder()
		if err := live(question.figure(place{}, []string{queue, id}), templ.NopComponent).Render(t.Context(), w); err != nil {
			rt.Fatal(err)
		}
		doc, err := htmltest.Parse(w.Body.String())
		if err != nil {
			rt.Fatal(err)
		}
		sent := htmltest.Sent(doc.ID(t, "job-form"))
		if answer := ask(t, sent.Encode()); answer.Code == http.StatusSeeOther {
			if sent, err = url.ParseQuery(answer.Header().Get("Location")[1:]); err != nil {
				rt.Fatal(err)
			}
		}
		if sent.Get("queue") != queue || sent.Get("id") != id || len(sent) != 2 {
			rt.Fatalf("the form for %q and %q sends %q", queue, id, sent)
		}
	})
}
