package wire

import (
	"context"
	"encoding/hex"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim/resp"
)

func render(t interface{ Fatal(...any) }, sent, received string) htmltest.Doc {
	var b strings.Builder
	if err := Exchange(Of("s1", sent, received)).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := htmltest.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// text is all text inside, as it stands there.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func TestExchange(t *testing.T) {
	doc := render(t, resp.Command("SET", "{emq}:version", "echomq:4.0.0", "NX"), "-READONLY You can't write\r\n")
	doc.CheckStrict(t)
	want := [][2]string{
		{`*4\r\n`, "an array of four"},
		{`$3\r\n`, "a string of 3 bytes follows"}, {`SET\r\n`, "the command’s name"},
		{`$13\r\n`, "a string of 13 bytes follows"}, {`{emq}:version\r\n`, "word 2 of the command, a key of the reserve"},
		{`$12\r\n`, "a string of 12 bytes follows"}, {`echomq:4.0.0\r\n`, "word 3 of the command"},
		{`$2\r\n`, "a string of 2 bytes follows"}, {`NX\r\n`, "word 4 of the command"},
		{`-READONLY You can't write\r\n`, "an error reply: its text is the rest of the line"},
	}
	cells := doc.Nodes(htmltest.Tag("td"))
	if len(cells) != 2*len(want) {
		t.Fatalf("%d cells, want %d", len(cells), 2*len(want))
	}
	for i, w := range want {
		if bytes, says := text(cells[2*i]), text(cells[2*i+1]); bytes != w[0] || says != w[1] {
			t.Errorf("line %d: %s says %q, want %s and %q", i, bytes, says, w[0], w[1])
		}
	}
	if got := doc.One(t, "k-reserve"); got != "{emq}:version" {
		t.Errorf("in the reserve's hue: %q", got)
	}
	if got := text(doc.ID(t, "s1-sent")) + "; " + text(doc.ID(t, "s1-received")); got != "sent, 60 bytes; received, 27 bytes" {
		t.Errorf("the headings say %q", got)
	}
	if doc.ID(t, "s1-sent-hex").Data != "details" {
		t.Error("hexadecimal is not on demand")
	}
}

func TestKeysHaveTheirHue(t *testing.T) {
	doc := render(t, resp.Command("EMQ.ENQUEUE", "2", "emq:{q}:pending", "{\"a\":1}"), "*2\r\n$13\r\n{emq}:version\r\n$1\r\nx\r\n")
	if got := doc.One(t, "k-queue"); got != "emq:{q}:pending" {
		t.Errorf("in queue space's hue: %q", got)
	}
	if got := doc.One(t, "k-reserve"); got != "{emq}:version" {
		t.Errorf("in the reserve's hue: %q", got)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	doc := render(t, "*2\r\n$3\r\nGET\r\n", "$5\r\nab")
	var got []string
	for _, n := range doc.Nodes(htmltest.Class("token-rest")) {
		got = append(got, htmltest.Text(n))
	}
	want := "the bytes end here, and one more value was to come|ab the bytes end inside the string: 2 have come of 5 and the CR LF"
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", strings.Join(got, "|"), want)
	}
	if doc := render(t, "", ""); len(doc.Nodes(htmltest.Tag("table"))) != 0 || text(doc.ID(t, "s1-sent")) != "sent, no bytes" {
		t.Error("no bytes are shown as some")
	}
}

// Whatever went over the connection is on the page once as text and once in
// hexadecimal, and nothing of it becomes markup.
func TestNoByteIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		arbitrary := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		bytes := rapid.OneOf(arbitrary, rapid.Map(rapid.SliceOfN(rapid.OneOf(arbitrary, rapid.String(), rapid.Just("<b>&amp;")), 1, 5), func(words []string) string { return resp.Command(words...) })).Draw(t, "bytes")
		doc := render(t, "", bytes)
		var shown, want strings.Builder
		for i, n := range doc.Nodes(htmltest.Tag("td")) {
			if i%2 == 0 {
				shown.WriteString(text(n))
			}
		}
		for _, token := range resp.Tokens(bytes) {
			want.WriteString(bytetext.Plain(token.Data()) + bytetext.Plain(token.Bytes[len(token.Data()):]))
		}
		if shown.String() != want.String() {
			t.Fatalf("%q is shown as %s, want %s", bytes, shown.String(), want.String())
		}
		var dumped strings.Builder
		for _, n := range doc.Nodes(htmltest.Class("hexdump")) {
			for line := range strings.Lines(text(n)) {
				row, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(line[6:6+3*dumpRow-1]), " ", ""))
				if err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				dumped.Write(row)
			}
		}
		if dumped.String() != bytes {
			t.Fatalf("%q is %q in hexadecimal", bytes, dumped.String())
		}
	})
}
