package web

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// zstdLevel is that of the better of zstd's quick encoders. A page says the same
// address in many links, long as it may be, and the quickest one loses sight of it:
// pages take a sixth more, and a frame with the longest sequence thrice as much.
const zstdLevel = 3

// Compress compresses what handlers answer, with gzip or zstd as the client
// weighs them. Below about a packet's worth of bytes it gains nothing and is
// left out. Static files come compressed and pass through.
//
// A HEAD is answered as the GET it asks about, and the server drops the body:
// left to itself, the wrapper would name the length of a body that no GET with
// the same fields gets.
func Compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.ZstdCompressionLevel(zstdLevel))
	if err != nil {
		panic("gzhttp refuses constant options: " + err.Error())
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			r = &get
		}
		compressed.ServeHTTP(w, r)
	})
}
