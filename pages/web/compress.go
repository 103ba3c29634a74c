package web

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// Compress compresses what handlers answer, with gzip or zstd as the client
// weighs them. Below about a packet's worth of bytes it gains nothing and is
// left out. Static files come compressed and pass through.
func Compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024))
	if err != nil {
		panic("gzhttp refuses constant options: " + err.Error())
	}
	return wrap(next)
}
