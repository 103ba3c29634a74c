# The site is one static binary with everything inside: the second stage holds
# nothing else. A test in cmd/site builds with the RUN line's own flags and runs
# the result in an empty root.

FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /site ./cmd/site

FROM scratch
COPY --from=build /site /site
# No such user needs to exist: the process owns nothing and writes nothing.
USER 65534:65534
EXPOSE 8080
ENTRYPOINT ["/site"]
