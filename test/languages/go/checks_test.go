// Package checks holds what reqsim.go promises. Its tests pass, also when they run in parallel, apart from those at the end.
package checks

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/drones/reqsim"
)

const requirement = "/rest/reqs/1/requirement2/ENG/REQ-001"

var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

func status(t *testing.T, world *reqsim.World, url string, headers ...string) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for index := 0; index < len(headers); index += 2 {
		request.Header.Set(headers[index], headers[index+1])
	}
	response, err := world.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

func read(t *testing.T, world *reqsim.World, user string) int {
	t.Helper()
	return status(t, world, world.WikiURL+requirement, "Authorization", "Bearer "+world.Token(user))
}

func equal[Value comparable](t *testing.T, got, expected Value) {
	t.Helper()
	if got != expected {
		t.Errorf("got %v, expected %v", got, expected)
	}
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in: %s", part, text)
		}
	}
}

func issueStatus(world *reqsim.World) string {
	for _, issue := range world.State("issue") {
		if issue["key"] == "DRN-1" {
			return fmt.Sprint(issue["status"])
		}
	}
	return ""
}

func TestEachTestHasAWorldOfItsOwn(t *testing.T) {
	t.Parallel()
	var names sync.Map
	for count := 0; count < 300; count++ {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			world := reqsim.Start(t, reqsim.Options{})
			if _, isKnown := names.LoadOrStore(world.Name, true); isKnown {
				t.Error(world.Name)
			}
			equal(t, world.Now(), start)
			equal(t, issueStatus(world), "In Progress")
			world.Control("PUT", "/issues/30001", reqsim.JSON{"status": world.Name}, nil)
			equal(t, world.Advance("3m"), start.Add(3*time.Minute))
			equal(t, read(t, world, "alice"), 200)
			equal(t, issueStatus(world), world.Name)
			world.Verify(reqsim.JSON{"operation": "wiki.requirement.read", "times": 1})
		})
	}
}

func TestEveryAddressResponds(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{})
	bearer := "Bearer " + world.Token("alice")
	equal(t, status(t, world, world.APIURL+"/applications/101", "Authorization", bearer), 200)
	equal(t, status(t, world, world.WikiURL+requirement, "Cookie", world.Session("alice")), 200)
	equal(t, status(t, world, world.TrackerURL+"/rest/reqs/1/relationships", "Authorization", bearer), 200)
	equal(t, status(t, world, world.USAPIURL+"/applications/901", "Authorization", "Bearer "+world.Token("uma")), 200)
	for address, expected := range map[string]string{
		world.HostedWikiURL:      "hosted-wiki eu",
		world.HostedTrackerURL:   "hosted-tracker eu",
		world.USHostedWikiURL:    "hosted-wiki us",
		world.USHostedTrackerURL: "hosted-tracker us",
	} {
		status(t, world, address+"/nothing")
		journal := world.Journal()
		last := journal[len(journal)-1]
		equal(t, last.Interface+" "+last.Region, expected)
	}
	equal(t, world.Report().Exchanges, 8)
	equal(t, world.Report().Unmatched, 4)
}

func TestTheClockMoves(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{})
	equal(t, world.RunNext(), start.Add(3*time.Minute))
	february := time.Date(2026, 2, 1, 1, 0, 0, 0, time.FixedZone("", 3600))
	equal(t, world.AdvanceTo(february), february.UTC())
	equal(t, world.Now(), february.UTC())
}

func TestFaultsTakeEffectUntilTheyAreRemoved(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{})
	first := world.Faults.Add(reqsim.JSON{"interface": "wiki", "status": 503})
	equal(t, read(t, world, "alice"), 503)
	equal(t, world.Faults.Struck(first), 1)
	exchange := world.Journal()[0]
	equal(t, exchange.Fault, first)
	equal(t, exchange.Response.Status, 503)
	equal(t, exchange.Request.Method+" "+exchange.User+" "+exchange.Operation, "GET alice wiki.requirement.read")
	world.Faults.Remove(first)
	equal(t, read(t, world, "alice"), 200)
	world.Faults.Add(reqsim.JSON{"interface": "wiki", "status": 503})
	equal(t, len(world.Faults.List()), 1)
	world.Faults.Clear()
	equal(t, read(t, world, "alice"), 200)
}

func TestStatesAreSavedAndRestored(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{})
	snapshot := world.Snapshot()
	change := func() { world.Control("PUT", "/issues/30001", reqsim.JSON{"status": "Done"}, nil) }
	change()
	equal(t, issueStatus(world), "Done")
	world.Restore(snapshot)
	equal(t, issueStatus(world), "In Progress")
	change()
	world.Reset()
	equal(t, issueStatus(world), "In Progress")
}

func TestATestMayDeleteItsWorld(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{})
	world.Control("DELETE", "/worlds/"+world.Name, nil, nil)
}

func TestAScenarioFileMayHaveUsersWithoutTokens(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{Scenario: os.Getenv("OWN_SCENARIO"), Clock: "scenario"})
	equal(t, read(t, world, "zoe"), 403)
	equal(t, world.Journal()[0].User, "zoe")
	var clock struct{ Mode string }
	world.Control("GET", "/clock", nil, &clock)
	equal(t, clock.Mode, "auto")
}

func TestFlagsArePassedOn(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{Clock: "live:60x", Flags: []string{"--seed", "9"}})
	var health struct {
		Seed  string
		Clock struct {
			Mode  string
			Speed float64
		}
	}
	world.Control("GET", "/health", nil, &health)
	equal(t, health.Seed, "9")
	equal(t, health.Clock.Mode, "live")
	equal(t, health.Clock.Speed, 60)
}

func TestTheServerMaySpeakHTTPS(t *testing.T) {
	t.Parallel()
	world := reqsim.Start(t, reqsim.Options{TLS: true})
	contains(t, world.URL, "https://127.0.0.1:")
	equal(t, read(t, world, "alice"), 200)
	if _, err := http.Get(world.URL); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a client that does not trust the authority got %v", err)
	}
}

// A recorder is a test that may fail, and keeps what it logs.
type recorder struct {
	testing.TB
	messages []string
	cleanups []func()
}

func (r *recorder) Helper()                { /* Lines are not shown. */ }
func (r *recorder) Cleanup(cleanup func()) { r.cleanups = append(r.cleanups, cleanup) }
func (r *recorder) Failed() bool           { return len(r.messages) > 0 }
func (r *recorder) Log(values ...any)      { r.messages = append(r.messages, fmt.Sprint(values...)) }

func (r *recorder) Errorf(format string, values ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, values...))
}

func (r *recorder) Fatalf(format string, values ...any) {
	r.Errorf(format, values...)
	panic(r)
}

// What a test logs that does this and fails.
func failure(t *testing.T, options reqsim.Options, run func(world *reqsim.World)) string {
	t.Helper()
	failed := &recorder{TB: t}
	func() {
		defer func() {
			if reason := recover(); reason != nil && reason != any(failed) {
				panic(reason)
			}
		}()
		run(reqsim.Start(failed, options))
	}()
	for _, cleanup := range failed.cleanups {
		cleanup()
	}
	return strings.Join(failed.messages, "\n")
}

func TestFailuresSayWhy(t *testing.T) {
	t.Parallel()
	demo := reqsim.Options{}
	contains(t, failure(t, demo, func(world *reqsim.World) {
		world.Verify(reqsim.JSON{"operation": "wiki.requirement.read"})
	}), "reqsim: expected at least 1 call of wiki.requirement.read", ", which no request reached")
	contains(t, failure(t, demo, func(world *reqsim.World) {
		world.Verify(reqsim.JSON{"operation": "wiki.requirement.reed"})
	}), "POST /_sim/verify: operation: there is no 'wiki.requirement.reed'; did you mean 'wiki.requirement.read'?")
	contains(t, failure(t, demo, func(world *reqsim.World) {
		world.Token("alise")
	}), `the scenario has no user "alise"; its users are admin, alice, bob`)
}

func TestAFailedTestLogsItsLatestLines(t *testing.T) {
	t.Parallel()
	text := failure(t, reqsim.Options{}, func(world *reqsim.World) {
		world.Control("PUT", "/issues/30001", reqsim.JSON{"summary": "New"}, nil)
		world.Advance("3m")
		world.Faults.Add(reqsim.JSON{"interface": "wiki", "status": 503, "times": 1})
		read(t, world, "alice")
		status(t, world, world.APIURL+"/aplications")
		request, _ := http.NewRequest("GET", world.WikiURL+"/rest/reqs/1/requirement2/ENG?limt=1", nil)
		request.Header.Set("Authorization", "Bearer "+world.Token("alice"))
		if response, err := world.Client.Do(request); err == nil {
			response.Body.Close()
		}
		world.Verify(reqsim.JSON{"operation": "wiki.requirement.delete"})
	})
	contains(t, text,
		"\n  2026-01-05T09:00:00Z world edited PUT /issues/{id} /issues/30001 In Progress"+
			"\n  2026-01-05T09:03:00Z job 1, integration.synchronise: 2 to the tracker: 2 DONE"+
			"\n  2026-01-05T09:03:00Z #1 alice: GET /wiki"+requirement+" → 503 (wiki.requirement.read, by fault 1)\n      {",
		"\n  2026-01-05T09:03:00Z #2 nobody: GET /api/aplications → 404 (no operation)\n      {",
		"\n      no operation at 'GET /aplications'",
		" #3 alice: GET /wiki/rest/reqs/1/requirement2/ENG?limt=1 → 200, ignored: query limt (did you mean limit?) (wiki.requirement.search)")
	many := failure(t, reqsim.Options{}, func(world *reqsim.World) {
		for count := 0; count < 45; count++ {
			read(t, world, "bob")
		}
		world.Verify(reqsim.JSON{"operation": "wiki.requirement.read", "times": 46})
	})
	contains(t, many, " (5 earlier lines omitted)\n  2026-01-05T09:00:00Z #6 bob: GET")
}

func TestAServerThatCannotBeUsedIsRefused(t *testing.T) {
	t.Parallel()
	foreign := os.Getenv("FOREIGN_URL")
	for _, each := range []struct {
		options reqsim.Options
		parts   []string
	}{
		{reqsim.Options{Command: []string{"no-such-command"}}, []string{`cannot run "no-such-command"`, "REQSIM_COMMAND", "REQSIM_URL"}},
		{reqsim.Options{Scenario: "dmeo"}, []string{"the server did not start", "serve dmeo", "exit status", "did you mean 'demo'?"}},
		{reqsim.Options{Clock: "fast"}, []string{"the server did not start", "--clock"}},
		{reqsim.Options{URL: foreign + "/"}, []string{"this reqsim.go is of version " + reqsim.Version, "of 9.0.0", "update the server"}},
		{reqsim.Options{URL: "127.0.0.1:4010"}, []string{`"127.0.0.1:4010" is not an address such as http://127.0.0.1:4010`}},
		{reqsim.Options{URL: "http://127.0.0.1:9"}, []string{"no server responds at http://127.0.0.1:9", "reqsim serve --port 4010"}},
		{reqsim.Options{URL: "https://127.0.0.1:9", TLSAuthority: "absent.pem"}, []string{"absent.pem"}},
		{reqsim.Options{URL: "https://127.0.0.1:9", TLSAuthority: os.Args[0]}, []string{"is not a PEM file"}},
	} {
		contains(t, failure(t, each.options, func(*reqsim.World) { t.Errorf("%v started", each.options) }), each.parts...)
	}
}

// The tests below fail, or never end. They are run by name.

func skipUnlessChosen(t *testing.T) {
	t.Helper()
	if os.Getenv("FAIL_ON_PURPOSE") == "" {
		t.Skip("fails on purpose")
	}
}

func TestPanic(t *testing.T) {
	skipUnlessChosen(t)
	world := reqsim.Start(t, reqsim.Options{})
	read(t, world, "alice")
	panic("on purpose")
}

func TestDyingServer(t *testing.T) {
	skipUnlessChosen(t)
	world := reqsim.Start(t, reqsim.Options{})
	if err := exec.Command("pkill", "-KILL", "-P", fmt.Sprint(os.Getpid())).Run(); err != nil {
		t.Fatal(err)
	}
	world.Report()
}

func TestEndless(t *testing.T) {
	skipUnlessChosen(t)
	world := reqsim.Start(t, reqsim.Options{})
	fmt.Println("waiting in " + world.Name)
	time.Sleep(time.Hour)
}
