package exec

import (
	"net/http"
	"os"
	"testing"

	"example.com/exec/reqsim"
)

func TestTheWorldIsOneOfTheServerOfExec(t *testing.T) {
	world := reqsim.Start(t, reqsim.Options{})
	if expected := os.Getenv("REQSIM_WORLD_PREFIX") + world.Name; world.URL != expected {
		t.Errorf("the world is at %s, not at %s", world.URL, expected)
	}
	token := world.Token("alice")
	if token != os.Getenv("REQSIM_TOKEN_ALICE") {
		t.Errorf("the token is %s", token)
	}
	request, err := http.NewRequest(http.MethodGet, world.APIURL+"/applications/101", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := world.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	world.Verify(reqsim.JSON{"operation": "standalone.application.read", "user": "alice", "times": 1})
}

func TestTheFileOfExecIsTheScenarioOfTheServer(t *testing.T) {
	reqsim.Start(t, reqsim.Options{Scenario: "own.yaml"})
}
