/** The files that `reqsim init --runner go` writes into a module of Go. */
import { SCENARIO_FILE } from './files.ts'

export const GO_CLIENT = 'clients/go/reqsim.go'

/** The path of the module that a go.mod declares; undefined if it declares none. */
export function modulePath(text: string): string | undefined {
  return /^module\s+(?:\(\s*)?["`]?([^\s"`()]+)/m.exec(text)?.[1]
}

export function goTest(module: string): string {
  return `package reqsim_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"${module}/reqsim"
)

// result has the fields of the responses that the tests read.
type result struct {
	Results     []struct{ Key string }
	HTMLExcerpt string \`json:"htmlExcerpt"\`
}

// start creates a world of this test alone.
func start(t *testing.T) *reqsim.World {
	return reqsim.Start(t, reqsim.Options{Scenario: "${SCENARIO_FILE}"})
}

// call calls the wiki as your client does, and writes if there is a change.
func call(t *testing.T, world *reqsim.World, user, path, change string) (*http.Response, result) {
	t.Helper()
	method := http.MethodGet
	if change != "" {
		method = http.MethodPut
	}
	url := world.WikiURL + "/rest/reqs/1/requirement2/DOC" + path
	request, err := http.NewRequest(method, url, strings.NewReader(change))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+world.Token(user))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body result
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	return response, body
}

func TestTheSpaceDOCHasTheRequirementsOfTheScenario(t *testing.T) {
	_, body := call(t, start(t), "alice", "", "")
	if len(body.Results) != 2 || body.Results[0].Key != "DOC-1" || body.Results[1].Key != "DOC-2" {
		t.Errorf("got %v", body.Results)
	}
}

func TestOnlyUsersWithEditPermissionChangeIt(t *testing.T) {
	world := start(t)
	change := \`{"htmlExcerpt": "The manual shall be short."}\`
	if response, _ := call(t, world, "bob", "/DOC-1", change); response.StatusCode != http.StatusForbidden {
		t.Errorf("bob got %d", response.StatusCode)
	}
	if response, _ := call(t, world, "alice", "/DOC-1", change); response.StatusCode != http.StatusOK {
		t.Errorf("alice got %d", response.StatusCode)
	}
	if _, body := call(t, world, "bob", "/DOC-1", ""); body.HTMLExcerpt != "The manual shall be short." {
		t.Errorf("got %q", body.HTMLExcerpt)
	}
}

func TestTheRateLimitResetsAfterAMinuteOfVirtualTime(t *testing.T) {
	world := start(t)
	left := func() string {
		response, _ := call(t, world, "bob", "", "")
		return response.Header.Get("X-Rate-Limit-Remaining")
	}
	atFirst := left()
	if left() == atFirst {
		t.Error("a request did not count")
	}
	world.Advance("1m")
	if again := left(); again != atFirst {
		t.Errorf("%s requests are left", again)
	}
}
`
}
