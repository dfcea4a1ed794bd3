package countersign

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
)

func TestTheCursorIsDecodedAndTheLastPageHasNone(t *testing.T) {
	for link, want := range map[string]string{
		`<http://a.example/session?limit=2&after=a%2Bb>; rel="next"`: "a+b",
		"":                               "",
		`</session?after=a>; rel="prev"`: "",
		`</session>; rel="next"`:         "",
	} {
		if cursor := nextCursor(link); cursor != want {
			t.Errorf("%s: %q", link, cursor)
		}
	}
}

func TestEveryEntryIsReadAlsoBehindAnEmptyPage(t *testing.T) {
	page := func(body, cursor string) *response {
		header := http.Header{}
		if cursor != "" {
			header.Set("Link", `<http://a.example/numbers?after=`+cursor+`>; rel="next"`)
		}
		return &response{status: 200, header: header, body: []byte(body)}
	}
	script := &script{left: []*response{page("[1,2]", "x"), page("[]", "y"), page("[3]", "")}}
	client := &Client{baseURL: "http://a.example", sender: script.sender(), apiKey: "k"}
	filters := url.Values{"limit": {"2"}}
	var read []int
	for number, err := range Entries[int](t.Context(), client, "/numbers", filters) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, number)
	}
	var asked []string
	for _, out := range script.sent {
		asked = append(asked, out.url)
	}
	want := []string{"http://a.example/numbers?limit=2", "http://a.example/numbers?after=x&limit=2", "http://a.example/numbers?after=y&limit=2"}
	if !slices.Equal(read, []int{1, 2, 3}) || !slices.Equal(asked, want) || len(filters) != 1 {
		t.Fatal(read, asked, filters)
	}
}

func TestTheNextPageIsOnlyFetchedWhenItIsNeeded(t *testing.T) {
	script := &script{left: []*response{{status: 200, header: http.Header{"Link": {`</n?after=x>; rel="next"`}}, body: []byte("[1]")}}}
	client := &Client{sender: script.sender()}
	for range Entries[int](t.Context(), client, "/n", nil) {
		break
	}
	if len(script.sent) != 1 {
		t.Fatal(len(script.sent))
	}
}
