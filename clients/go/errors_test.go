package countersign

import (
	"net/http"
	"testing"
)

func TestARefusedCallHasTheReasonTheHintAndTheRequestID(t *testing.T) {
	body := `{"type":"t","title":"T","detail":"d","reason":"r","hint":"h","errors":[{"pointer":"/a","detail":"is required"}]}`
	refused := errorOf(&response{status: 404, header: http.Header{"X-Request-Id": {"id"}}, body: []byte(body)})
	if refused.Status != 404 || refused.Type != "t" || refused.Reason != "r" || refused.RequestID != "id" {
		t.Errorf("%+v", refused)
	}
	if text := refused.Error(); text != "d; /a: is required; h" {
		t.Error(text)
	}
}

func TestAResponseWithoutAProblemDocumentIsAnErrorWithItsStatus(t *testing.T) {
	for _, body := range []string{"", "<html>", "[]", `{"type":7}`, "\xff"} {
		refused := errorOf(&response{status: 502, body: []byte(body)})
		if refused.Error() != "the server responded with 502" || refused.Reason != "" {
			t.Errorf("%q: %+v", body, refused)
		}
	}
}
