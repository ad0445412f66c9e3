// Package reqsim gives each Go test its own world of the reqsim simulator. It is one file to copy into a project, as
// reqsim/reqsim.go; it needs Go 1.19 or later and nothing else.
//
//	func TestReadsARequirement(t *testing.T) {
//		t.Parallel()
//		world := reqsim.Start(t, reqsim.Options{})
//		client := requirements.NewClient(world.WikiURL, world.Token("alice"))
//		…
//		world.Verify(reqsim.JSON{"operation": "wiki.requirement.read", "user": "alice", "times": 1})
//	}
//
// The tests of a package share one server: the one at REQSIM_URL, or one that the command REQSIM_COMMAND starts (by default
// reqsim) and that ends with the test program. When a test fails, the package logs its requests.
package reqsim

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Version is the version of reqsim that this file is from.
const Version = "0.2.0"

// JSON is an object as the control API takes and returns it.
type JSON = map[string]any

// Options say which server a test uses, and how its world begins. Tests with equal options share a server.
type Options struct {
	// Scenario is the name of a ready scenario, such as outage, or the path of a scenario file. By default demo.
	Scenario string
	// Clock is manual (the default), auto, live, live:60x for a speed, or scenario for the mode that the scenario sets.
	Clock string
	// Seed overrides the seed of the scenario.
	Seed string
	// TLS serves HTTPS; World.Client trusts the server.
	TLS bool
	// Command starts reqsim, such as {"npx", "reqsim"}. It overrides REQSIM_COMMAND.
	Command []string
	// Flags are further flags of reqsim serve.
	Flags []string

	// URL is the address of a server that is running, such as one in a container. It overrides REQSIM_URL.
	URL string
	// ControlToken is the control token of that server. It overrides REQSIM_CONTROL_TOKEN.
	ControlToken string
	// TLSAuthority is a PEM file with the authority of that server's certificate. It overrides REQSIM_CA_FILE.
	TLSAuthority string
}

// World is the world of one test. If the server refuses a call, the test fails at once with the message.
type World struct {
	// Name is unique to the test.
	Name string
	// URL is the address of the world. All other addresses begin with it, so a request needs no header that names the world.
	URL string
	// APIURL is the base address of the standalone interface; WikiURL and TrackerURL are those of the wiki and the tracker.
	APIURL, WikiURL, TrackerURL string
	// HostedWikiURL and HostedTrackerURL are the hosted addresses, in the region eu.
	HostedWikiURL, HostedTrackerURL string
	// USAPIURL, USHostedWikiURL and USHostedTrackerURL are the addresses in the region us.
	USAPIURL, USHostedWikiURL, USHostedTrackerURL string
	// Client trusts the certificate of the server.
	Client *http.Client
	// Faults are the faults of the world.
	Faults Faults

	t      testing.TB
	server *server
	mutex  sync.Mutex
	tokens map[string]bool
}

// Start creates a world for a test, and deletes it after the test and its subtests.
func Start(t testing.TB, options Options) *World {
	t.Helper()
	options = withVariables(options)
	server, err := serverFor(options)
	if err != nil {
		t.Fatalf("reqsim: %v", err)
	}
	name := worldName(t.Name())
	address := server.url + "/_world/" + name
	world := &World{
		Name:               name,
		URL:                address,
		APIURL:             address + "/api",
		WikiURL:            address + "/wiki",
		TrackerURL:         address + "/tracker",
		HostedWikiURL:      address + "/eu/wiki",
		HostedTrackerURL:   address + "/eu/tracker",
		USAPIURL:           address + "/us/api",
		USHostedWikiURL:    address + "/us/wiki",
		USHostedTrackerURL: address + "/us/tracker",
		Client:             server.client,
		t:                  t,
		server:             server,
		tokens:             map[string]bool{},
	}
	world.Faults.world = world
	world.Control("POST", "/worlds", JSON{"name": name}, nil)
	t.Cleanup(world.end)
	if server.isShared && options.Clock != "" {
		world.setClock(options.Clock)
	}
	return world
}

// Token is a valid token of a user: in the ready scenarios tok-alice for alice; in others Token creates it.
func (w *World) Token(user string) string {
	w.t.Helper()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	token := "tok-" + user
	if w.tokens[token] {
		return token
	}
	var users []string
	for _, region := range []string{"eu", "us"} {
		for _, each := range w.list("/state/user?region=" + region) {
			name := fmt.Sprint(each["name"])
			users = append(users, name)
			if name != user {
				continue
			}
			err := w.call("POST", "/tokens", JSON{"user": user, "value": token, "region": region}, nil)
			// The token may be part of the scenario.
			if err != nil && statusOf(err) != http.StatusConflict {
				w.t.Fatalf("reqsim: %v", err)
			}
			w.tokens[token] = true
			return token
		}
	}
	w.t.Fatalf("reqsim: the scenario has no user %q; its users are %s", user, strings.Join(users, ", "))
	return ""
}

// Session signs a user in to the wiki and the tracker, and returns the Cookie header: JSESSIONID=….
func (w *World) Session(user string) string {
	w.t.Helper()
	var session struct{ Cookie string }
	w.Control("POST", "/sessions", JSON{"user": user}, &session)
	return session.Cookie
}

// Now is the instant of the virtual clock.
func (w *World) Now() time.Time {
	w.t.Helper()
	return w.moved("GET", "/clock", nil)
}

// Advance moves the clock forward by a duration such as 3m, runs the jobs that are due, and returns the new instant.
func (w *World) Advance(duration string) time.Time {
	w.t.Helper()
	return w.moved("POST", "/clock/advance", JSON{"by": duration})
}

// AdvanceTo moves the clock forward to an instant, runs the jobs that are due, and returns the new instant.
func (w *World) AdvanceTo(instant time.Time) time.Time {
	w.t.Helper()
	return w.moved("POST", "/clock/advance", JSON{"to": instant.UTC().Format(time.RFC3339Nano)})
}

// RunNext moves the clock to the next pending job, runs it, and returns the new instant.
func (w *World) RunNext() time.Time {
	w.t.Helper()
	return w.moved("POST", "/clock/advance", JSON{"jobs": 1})
}

// Verify fails the test unless the calls were made. The fields are those of POST /_sim/verify.
func (w *World) Verify(expectation JSON) {
	w.t.Helper()
	var result struct {
		OK      bool
		Message string
	}
	w.Control("POST", "/verify", expectation, &result)
	if !result.OK {
		w.t.Errorf("reqsim: %s", result.Message)
	}
}

// Exchange is a request with its response, without credentials.
type Exchange struct {
	// ID counts the exchanges of the world from 1.
	ID string
	// At is the virtual instant in milliseconds since 1970.
	At int64
	// Interface and Region say which address was called.
	Interface, Region string
	// User and Operation are empty if nobody was identified, and if no operation matched.
	User, Operation string
	Request         struct {
		Method, URL, Body string
		Headers           map[string]any
	}
	Response struct {
		Status  int
		Headers map[string]any
		Body    any
	} `json:"answer"`
	// Fault is the id of the fault that affected it, if any.
	Fault int
	// Diagnosis says why no operation matched.
	Diagnosis struct{ Reason string }
	// UnknownParameters and UnknownFields were sent, and ignored.
	UnknownParameters, UnknownFields []string
	// Notable is what is easily missed: "ignored: body html (did you mean htmlExcerpt?)", "over the rate limit".
	Notable string
	// Defect is an error of the simulator.
	Defect string
}

// Journal lists the exchanges of the world, oldest first.
func (w *World) Journal() []Exchange {
	w.t.Helper()
	exchanges, err := listAs[Exchange](w, "/journal")
	w.fatalIf(err)
	return exchanges
}

// Report is what the exchanges of the world exercised and relied on, as GET /_sim/report returns it.
type Report struct {
	Exchanges, Faulted, Unmatched, Defects int
	Operations                             []struct {
		Operation, Interface, Stability string
		Exercised, Validated, Invalid   int
		Stateful, Faulted, RateLimited  int
		Statuses                        map[string]int
	}
	Unknown []struct {
		Operation, Kind, Name string
		// Suggestion is the name that was probably meant, if any is near.
		Suggestion string
		Times      int
	}
	Assumptions []struct {
		ID, Title, Provenance string
		Times                 int
	}
}

// Report summarises the exchanges of the world.
func (w *World) Report() Report {
	w.t.Helper()
	var report Report
	w.Control("GET", "/report", nil, &report)
	return report
}

// State lists the records of a table, such as requirement.
func (w *World) State(table string) []JSON {
	w.t.Helper()
	return w.list("/state/" + table)
}

// Snapshot takes a snapshot and returns its id.
func (w *World) Snapshot() string {
	w.t.Helper()
	var snapshot struct{ ID string }
	w.Control("POST", "/snapshots", JSON{}, &snapshot)
	return snapshot.ID
}

// Restore restores a snapshot.
func (w *World) Restore(snapshot string) {
	w.t.Helper()
	w.Control("POST", "/snapshots/"+snapshot+"/restore", nil, nil)
}

// Reset resets the world to the beginning of the scenario.
func (w *World) Reset() {
	w.t.Helper()
	w.Control("POST", "/reset", nil, nil)
}

// Control calls a route of the control API in this world, such as Control("PUT", "/issues/30001", JSON{"summary": "New"}, nil).
// It reads the response into the value that result points to, unless that is nil.
func (w *World) Control(method, path string, body, result any) {
	w.t.Helper()
	w.fatalIf(w.call(method, path, body, result))
}

// Faults are the faults of a world.
type Faults struct{ world *World }

// Add adds a fault, such as Add(JSON{"operation": "wiki.requirement.read", "status": 503, "times": 2}), and returns its id.
// The fields are those of POST /_sim/faults.
func (f *Faults) Add(fault JSON) int {
	f.world.t.Helper()
	var added struct{ ID int }
	f.world.Control("POST", "/faults", fault, &added)
	return added.ID
}

// List returns the faults in the order of evaluation.
func (f *Faults) List() []JSON {
	f.world.t.Helper()
	return f.world.list("/faults")
}

// Struck is how often a fault took effect.
func (f *Faults) Struck(id int) int {
	f.world.t.Helper()
	var fault struct{ Struck int }
	f.world.Control("GET", fmt.Sprintf("/faults/%d", id), nil, &fault)
	return fault.Struck
}

// Remove deletes a fault.
func (f *Faults) Remove(id int) {
	f.world.t.Helper()
	f.world.Control("DELETE", fmt.Sprintf("/faults/%d", id), nil, nil)
}

// Clear deletes all faults of the world.
func (f *Faults) Clear() {
	f.world.t.Helper()
	f.world.Control("DELETE", "/faults", nil, nil)
}

func (w *World) end() {
	w.t.Helper()
	if w.t.Failed() || isPanicking() {
		w.t.Log(w.log())
		if keepsFailed() {
			return
		}
	}
	// The test may have deleted it.
	if err := w.call("DELETE", "/worlds/"+w.Name, nil, nil); err != nil && statusOf(err) != http.StatusNotFound {
		w.t.Errorf("reqsim: %v", err)
	}
}

// The worlds of this process that were kept because their tests failed.
var kept atomic.Int32

// Whether the world of a failed test stays until `reqsim exec --traces` writes its trace; it writes at most 20.
func keepsFailed() bool {
	return os.Getenv("REQSIM_KEEP_FAILED") != "" && kept.Add(1) <= 20
}

// Whether a panic ends the test: Go calls the cleanups before it marks the test as failed.
func isPanicking() bool {
	callers := make([]uintptr, 100)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for {
		frame, more := frames.Next()
		if frame.Function == "runtime.gopanic" {
			return true
		}
		if !more {
			return false
		}
	}
}

func (w *World) fatalIf(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("reqsim: %v", err)
	}
}

func (w *World) call(method, path string, body, result any) error {
	return w.server.call(method, "/_world/"+w.Name+"/_sim"+path, body, result)
}

func (w *World) moved(method, path string, body any) time.Time {
	w.t.Helper()
	var clock struct{ Now time.Time }
	w.Control(method, path, body, &clock)
	return clock.Now
}

func (w *World) setClock(clock string) {
	w.t.Helper()
	mode, speed, hasSpeed := strings.Cut(clock, ":")
	change := JSON{"mode": mode}
	if hasSpeed {
		factor, err := strconv.ParseFloat(strings.TrimSuffix(speed, "x"), 64)
		if err != nil {
			w.t.Fatalf("reqsim: Clock %q: write manual, auto, live, or live:60x for a speed", clock)
		}
		change["speed"] = factor
	}
	w.Control("PATCH", "/clock", change, nil)
}

func (w *World) list(path string) []JSON {
	w.t.Helper()
	items, err := listAs[JSON](w, path)
	w.fatalIf(err)
	return items
}

func listAs[Item any](w *World, path string) ([]Item, error) {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	var items []Item
	for {
		var page struct {
			Items []Item
			Total int
		}
		err := w.call("GET", fmt.Sprintf("%s%slimit=1000&offset=%d", path, separator, len(items)), nil, &page)
		items = append(items, page.Items...)
		if err != nil || len(page.Items) == 0 || len(items) >= page.Total {
			return items, err
		}
	}
}

const (
	shownLines  = 40
	longestText = 300
)

// The latest exchanges, jobs and edits as lines of text, for the output of a failed test.
func (w *World) log() string {
	exchanges, err := listAs[Exchange](w, "/journal")
	if err != nil {
		return fmt.Sprintf("reqsim: %v", err)
	}
	type event struct {
		Type string
		At   time.Time
		Data struct {
			ID                                      json.Number
			Kind, Outcome, Change, By, Path, Status string
			Failed                                  bool
		}
	}
	events, err := listAs[event](w, "/events/past")
	if err != nil {
		return fmt.Sprintf("reqsim: %v", err)
	}
	type line struct {
		at   time.Time
		text string
	}
	var lines []line
	// Jobs run before anything else at their instant.
	for _, each := range events {
		data := each.Data
		switch each.Type {
		case "job":
			text := fmt.Sprintf("job %s, %s", data.ID, data.Kind)
			if data.Failed {
				text += ", failed"
			}
			if data.Outcome != "" {
				text += ": " + shortened(data.Outcome)
			}
			lines = append(lines, line{each.At, text})
		case "world":
			text := fmt.Sprintf("world %s %s %s %s", data.Change, data.By, data.Path, data.Status)
			lines = append(lines, line{each.At, strings.TrimSpace(text)})
		}
	}
	for _, each := range exchanges {
		lines = append(lines, line{time.UnixMilli(each.At).UTC(), each.text(w.Name)})
	}
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].at.Before(lines[j].at) })
	text := "reqsim: the test failed in the world " + w.Name
	if len(exchanges) == 0 {
		text += ", which no request reached"
	}
	if omitted := len(lines) - shownLines; omitted > 0 {
		lines = lines[omitted:]
		text += fmt.Sprintf(" (%d earlier lines omitted)", omitted)
	}
	for _, each := range lines {
		text += "\n  " + each.at.Format(time.RFC3339) + " " + each.text
	}
	return text
}

func (e Exchange) text(world string) string {
	user, operation := e.User, e.Operation
	if user == "" {
		user = "nobody"
	}
	if operation == "" {
		operation = "no operation"
	}
	if e.Fault != 0 {
		operation += fmt.Sprintf(", by fault %d", e.Fault)
	}
	address := strings.TrimPrefix(e.Request.URL, "/_world/"+world)
	status := "no response"
	if e.Response.Status != 0 {
		status = strconv.Itoa(e.Response.Status)
	}
	if e.Notable != "" {
		status += ", " + e.Notable
	}
	text := fmt.Sprintf("#%s %s: %s %s → %s (%s)", e.ID, user, e.Request.Method, address, status, operation)
	if e.Response.Status < 400 {
		return text
	}
	body, _ := e.Response.Body.(string)
	for _, detail := range []string{body, e.Diagnosis.Reason, e.Defect} {
		if detail != "" {
			text += "\n      " + shortened(detail)
		}
	}
	return text
}

func shortened(text string) string {
	letters := []rune(text)
	if len(letters) <= longestText {
		return text
	}
	return string(letters[:longestText]) + "…"
}

// A name with that of the test, unique among all processes.
func worldName(test string) string {
	name := regexp.MustCompile(`[^A-Za-z0-9._-]+`).ReplaceAllString(test, "-")
	name = strings.TrimLeft(name, "._-")
	if len(name) > 51 {
		name = name[:51]
	}
	end := make([]byte, 6)
	if _, err := rand.Read(end); err != nil {
		panic(err)
	}
	return name + "-" + hex.EncodeToString(end)
}

func withVariables(options Options) Options {
	for _, each := range []struct {
		field *string
		name  string
	}{
		{&options.URL, "REQSIM_URL"},
		{&options.ControlToken, "REQSIM_CONTROL_TOKEN"},
		{&options.TLSAuthority, "REQSIM_CA_FILE"},
		{&options.TLSAuthority, "REQSIM_TLS_CA"},
	} {
		if *each.field == "" {
			*each.field = os.Getenv(each.name)
		}
	}
	return options
}

// A server that these tests started, or that runs elsewhere.
type server struct {
	url, controlToken string
	client            *http.Client
	// Whether other programs may use the server.
	isShared bool
	process  *process
}

// The servers of this program, by their options. Each ends with the program, because its standard input does.
var servers = struct {
	sync.Mutex
	byOptions map[string]func() (*server, error)
}{byOptions: map[string]func() (*server, error){}}

func serverFor(options Options) (*server, error) {
	key := fmt.Sprintf("%#v", options)
	servers.Lock()
	find, known := servers.byOptions[key]
	if !known {
		var once sync.Once
		var found *server
		var err error
		find = func() (*server, error) {
			once.Do(func() { found, err = findServer(options) })
			return found, err
		}
		servers.byOptions[key] = find
	}
	servers.Unlock()
	return find()
}

func findServer(options Options) (*server, error) {
	if options.URL == "" {
		return startServer(options)
	}
	address, err := url.Parse(options.URL)
	if err != nil || !strings.HasPrefix(address.Scheme, "http") || address.Host == "" {
		return nil, fmt.Errorf("the server %q is not an address such as http://127.0.0.1:4010", options.URL)
	}
	root := regexp.MustCompile(`(/_world/[^/]*)?/*$`).ReplaceAllString(options.URL, "")
	found, err := newServer(root, options, nil)
	if err != nil {
		return nil, err
	}
	health, err := found.checkedHealth()
	if err != nil {
		return nil, err
	}
	if options.Scenario != "" && nameOf(options.Scenario) != health.Scenario {
		return nil, fmt.Errorf("the server at %s has the scenario %q, not %q: start it with this scenario, or unset REQSIM_URL "+
			"so that the tests start their own", root, health.Scenario, options.Scenario)
	}
	if options.Seed != "" && options.Seed != health.Seed {
		return nil, fmt.Errorf("the server at %s has the seed %q, not %q: start it with --seed %s", root, health.Seed, options.Seed, options.Seed)
	}
	return found, nil
}

// scenarioName finds the name in a scenario file, which is YAML or JSON.
var scenarioName = regexp.MustCompile(`(?m)^(?:name:|\{? {0,2}"name"\s*:)\s*["']?([^"'#,\n]*[^"'#,\s])`)

// nameOf returns the name of a ready scenario, or that of the scenario in a file.
func nameOf(scenario string) string {
	content, err := os.ReadFile(scenario)
	if err != nil {
		return scenario
	}
	if found := scenarioName.FindSubmatch(content); found != nil {
		return string(found[1])
	}
	return strings.TrimSuffix(filepath.Base(scenario), filepath.Ext(scenario))
}

func startServer(options Options) (*server, error) {
	command := options.Command
	if len(command) == 0 {
		command = words(os.Getenv("REQSIM_COMMAND"))
	}
	if len(command) == 0 {
		command = []string{"reqsim"}
	}
	scenario := options.Scenario
	if scenario == "" {
		scenario = "demo"
	}
	arguments := append(command[1:len(command):len(command)], "serve", scenario, "--host", "127.0.0.1", "--port", "0", "--stop-with-stdin")
	clock := options.Clock
	if clock == "" && os.Getenv("REQSIM_CLOCK") == "" {
		clock = "manual"
	}
	if clock != "" && clock != "scenario" {
		arguments = append(arguments, "--clock", clock)
	}
	if options.Seed != "" {
		arguments = append(arguments, "--seed", options.Seed)
	}
	if mutant := os.Getenv("REQSIM_MUTANT"); mutant != "" {
		// reqsim mutate runs the tests: the server makes a mistake.
		arguments = append(arguments, "--mutant", mutant)
	}
	arguments = append(arguments, options.Flags...)
	if options.TLS {
		folder, err := os.MkdirTemp("", "reqsim-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		options.TLSAuthority = filepath.Join(folder, "authority.pem")
		arguments = append(arguments, "--tls", "--tls-ca", options.TLSAuthority)
	}
	process, err := startProcess(command[0], arguments)
	if err != nil {
		return nil, err
	}
	address, err := process.waitForURL(time.Minute)
	if err != nil {
		return nil, err
	}
	started, err := newServer(address, options, process)
	if err == nil {
		_, err = started.checkedHealth()
	}
	if err != nil {
		process.stop()
	}
	return started, err
}

func newServer(address string, options Options, process *process) (*server, error) {
	transport := &http.Transport{
		// The server closes connections that are idle for 30 s.
		IdleConnTimeout:     20 * time.Second,
		MaxIdleConnsPerHost: 64,
		ForceAttemptHTTP2:   false,
	}
	if options.TLSAuthority != "" {
		pem, err := os.ReadFile(options.TLSAuthority)
		if err != nil {
			return nil, err
		}
		authorities := x509.NewCertPool()
		if !authorities.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%q is not a PEM file of a certificate authority", options.TLSAuthority)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12}
	}
	return &server{
		url:          address,
		controlToken: options.ControlToken,
		client:       &http.Client{Transport: transport, Timeout: time.Minute},
		isShared:     process == nil,
		process:      process,
	}, nil
}

type health struct{ Version, Scenario, Seed string }

func (s *server) checkedHealth() (health, error) {
	var found health
	if err := s.call("GET", "/_sim/health", nil, &found); err != nil {
		return found, err
	}
	theirs, ours := strings.Split(found.Version, "."), strings.Split(Version, ".")
	if len(theirs) < 2 {
		return found, fmt.Errorf("%s is not a reqsim server: GET /_sim/health returned no version", s.url)
	}
	minor, _ := strconv.Atoi(theirs[1])
	oldest, _ := strconv.Atoi(ours[1])
	if theirs[0] != ours[0] || minor < oldest {
		return found, fmt.Errorf("this reqsim.go is of version %s, and the server at %s of %s: copy the file of the server's "+
			"version, or update the server", Version, s.url, found.Version)
	}
	return found, nil
}

// An error response of the control API.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

func statusOf(err error) int {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.status
	}
	return 0
}

func (s *server) call(method, path string, body, result any) error {
	var content io.Reader
	if method != http.MethodGet {
		if body == nil {
			body = JSON{}
		}
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.url+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Sim-Control", "1")
	if s.controlToken != "" {
		request.Header.Set("Authorization", "Bearer "+s.controlToken)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return s.explain(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return s.explain(err)
	}
	if response.StatusCode >= 400 {
		var refused struct{ Message string }
		if json.Unmarshal(text, &refused) != nil || refused.Message == "" {
			refused.Message = "returned " + response.Status
		}
		_, route, _ := strings.Cut(path, "/_sim")
		return &refusal{response.StatusCode, fmt.Sprintf("%s /_sim%s: %s", method, route, refused.Message)}
	}
	if result == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, result)
}

func (s *server) explain(err error) error {
	if s.process != nil {
		return fmt.Errorf("no server responds at %s (%w): %s", s.url, err, s.process.state())
	}
	return fmt.Errorf("no server responds at %s (%w): start one with 'reqsim serve --port 4010', or unset REQSIM_URL so that "+
		"the tests start their own", s.url, err)
}

// The process of a server. Its standard input is a pipe that the operating system closes when this program ends or is killed.
type process struct {
	command *exec.Cmd
	stdin   io.Closer
	output  *output
	ended   chan struct{}
}

func startProcess(program string, arguments []string) (*process, error) {
	command := exec.Command(program, arguments...)
	output := &output{announced: make(chan string, 1)}
	command.Stdout, command.Stderr = output, output
	stdin, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot run %q: %w: put the executable on the PATH, or name the command in REQSIM_COMMAND (such as "+
			"REQSIM_COMMAND='npx reqsim'), or the address of a running server in REQSIM_URL", program, err)
	}
	started := &process{command, stdin, output, make(chan struct{})}
	go func() {
		// The exit code is in command.ProcessState.
		_ = command.Wait()
		close(started.ended)
	}()
	return started, nil
}

func (p *process) waitForURL(timeout time.Duration) (string, error) {
	select {
	case address := <-p.output.announced:
		return address, nil
	case <-p.ended:
	case <-time.After(timeout):
	}
	err := fmt.Errorf("the server did not start: %s", p.state())
	p.stop()
	return "", err
}

// Whether the process runs, and its latest output.
func (p *process) state() string {
	state := "still runs"
	select {
	case <-p.ended:
		state = fmt.Sprintf("ended with %v", p.command.ProcessState)
	// A connection breaks a moment before the process has ended.
	case <-time.After(500 * time.Millisecond):
	}
	return fmt.Sprintf("'%s' %s\n%s", strings.Join(p.command.Args, " "), state, p.output.text())
}

func (p *process) stop() {
	p.stdin.Close()
	select {
	case <-p.ended:
	case <-time.After(3 * time.Second):
		// The process may have ended meanwhile.
		_ = p.command.Process.Kill()
	}
}

// The latest output of a server, and the address that it announces.
type output struct {
	mutex     sync.Mutex
	latest    []byte
	isFound   bool
	announced chan string
}

const keptOutput = 8192

var announcement = regexp.MustCompile(`(?m)^reqsim listening on (https?://\S+)\r?$`)

func (o *output) Write(text []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.latest = append(o.latest, text...)
	// The line may arrive in parts; what follows shows that it is complete.
	if end := bytes.LastIndexByte(o.latest, '\n'); !o.isFound && end >= 0 {
		if found := announcement.FindSubmatch(o.latest[:end]); found != nil {
			o.isFound = true
			o.announced <- string(found[1])
		}
	}
	if len(o.latest) > keptOutput {
		o.latest = append([]byte(nil), o.latest[len(o.latest)-keptOutput:]...)
	}
	return len(text), nil
}

func (o *output) text() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return strings.TrimRight(string(o.latest), "\n")
}

var word = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)

// The words of a command, separated by spaces; quotes keep spaces within a word.
func words(command string) []string {
	quotes := regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
	found := word.FindAllString(command, -1)
	for index, each := range found {
		found[index] = quotes.ReplaceAllString(each, "$1$2")
	}
	return found
}
