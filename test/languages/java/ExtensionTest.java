import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reqsim.ReqsimExtension;
import reqsim.ReqsimExtension.ControlException;
import reqsim.ReqsimExtension.Reqsim;

/** What the extension promises; these tests pass, also when they run in parallel. */
class ExtensionTest {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
  private static final String REQUIREMENT = "/rest/reqs/1/requirement2/ENG/REQ-001";
  private static final Set<String> names = ConcurrentHashMap.newKeySet();

  @RegisterExtension static final ReqsimExtension reqsim = new ReqsimExtension();

  static HttpResponse<String> get(Reqsim world, String url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) request.headers(headers);
    return world.client().send(request.build(), BodyHandlers.ofString());
  }

  static int read(Reqsim world, String user) throws Exception {
    return get(world, world.wikiUrl() + REQUIREMENT, "Authorization", "Bearer " + world.token(user)).statusCode();
  }

  static Object status(Reqsim world) {
    var found = world.state("issue").stream().filter(issue -> "DRN-1".equals(issue.get("key"))).findFirst();
    return found.orElseThrow().get("status");
  }

  static void setStatus(Reqsim world, String status) {
    world.control("PUT", "/issues/30001", Map.of("status", status));
  }

  @RepeatedTest(300)
  void eachTestHasAWorldOfItsOwn(Reqsim world) throws Exception {
    assertTrue(names.add(world.name()), world.name());
    assertTrue(world.url().endsWith("/_world/" + world.name()));
    assertEquals(START, world.clock().now());
    assertEquals("In Progress", status(world));
    setStatus(world, world.name());
    assertEquals(START.plusSeconds(180), world.clock().advance("3m"));
    assertEquals(200, read(world, "alice"));
    assertEquals(world.name(), status(world));
    world.verify(Map.of("operation", "wiki.requirement.read", "times", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "\"quoted\" \\ \n\r\t\b\f \u0001 ü 😀 </script>", "", "{\"a\": [1, null]}"})
  void textsArriveAsTheyWereSent(String text, Reqsim world) {
    world.faults().add(Map.of("user", "bob", "status", 503, "body", text));
    assertEquals(text, world.faults().list().get(0).get("body"));
  }

  @Test
  void numbersListsAndNullsAreRead(Reqsim world) {
    List<Object> body = List.of(1, true, Map.of());
    long id = world.faults().add(Map.of("operation", "wiki.requirement.read", "probability", 0.25, "body", body));
    Map<String, Object> fault = world.faults().list().get(0);
    assertEquals(id, fault.get("id"));
    assertEquals(0.25, fault.get("probability"));
    assertEquals(List.of(1L, true, Map.of()), fault.get("body"));
    assertEquals(0L, fault.get("struck"));
  }

  @Test
  void everyAddressResponds(Reqsim world) throws Exception {
    String bearer = "Bearer " + world.token("alice");
    assertEquals(200, get(world, world.apiUrl() + "/applications/101", "Authorization", bearer).statusCode());
    assertEquals(200, get(world, world.wikiUrl() + REQUIREMENT, "Authorization", bearer).statusCode());
    assertEquals(200, get(world, world.wikiUrl() + REQUIREMENT, "Cookie", world.session("alice")).statusCode());
    assertEquals(200, get(world, world.trackerUrl() + "/rest/reqs/1/relationships", "Authorization", bearer).statusCode());
    String search = "/rest/search?limit=1";
    String[] headers = {"X-Api-Key", world.token("alice"), "X-Base-Url", "https://wiki.northwind.test/wiki"};
    HttpResponse<String> hosted = get(world, world.hostedWikiUrl() + search, headers);
    assertEquals("hosted-wiki", world.journal().get(4).get("interface"), hosted.body());
    get(world, world.hostedTrackerUrl() + "/", "X-Api-Key", world.token("alice"));
    assertEquals("hosted-tracker", world.journal().get(5).get("interface"));
    String uma = "Bearer " + world.token("uma");
    assertEquals(200, get(world, world.usApiUrl() + "/applications/901", "Authorization", uma).statusCode());
    get(world, world.usHostedWikiUrl() + "/", "X-Api-Key", world.token("uma"));
    get(world, world.usHostedTrackerUrl() + "/", "X-Api-Key", world.token("uma"));
    assertEquals("us", world.journal().get(8).get("region"));
    assertEquals(9L, world.report().get("exchanges"));
  }

  @Test
  void theClockMoves(Reqsim world) {
    assertEquals(START.plusSeconds(90), world.clock().advance(Duration.ofSeconds(90)));
    assertEquals(START.plusSeconds(180), world.clock().runNext());
    assertEquals(Instant.parse("2026-02-01T00:00:00Z"), world.clock().advanceTo(Instant.parse("2026-02-01T00:00:00Z")));
    assertEquals(Instant.parse("2026-02-01T00:00:00Z"), world.clock().now());
    assertEquals("manual", ((Map<?, ?>) world.control("GET", "/clock", null)).get("mode"));
  }

  @Test
  void faultsTakeEffectUntilTheyAreRemoved(Reqsim world) throws Exception {
    long first = world.faults().add(Map.of("interface", "wiki", "status", 503));
    assertEquals(503, read(world, "alice"));
    assertEquals(1, world.faults().struck(first));
    world.faults().remove(first);
    assertEquals(200, read(world, "alice"));
    world.faults().add(Map.of("interface", "wiki", "status", 503));
    world.faults().clear();
    assertEquals(200, read(world, "alice"));
  }

  @Test
  void statesAreSavedAndRestored(Reqsim world) {
        String snapshot = world.snapshot();
    setStatus(world, "Done");
    world.restore(snapshot);
    assertEquals("In Progress", status(world));
    setStatus(world, "Done");
    world.reset();
    assertEquals("In Progress", status(world));
  }

  @Test
  void missingCallsFailTheTest(Reqsim world) {
    AssertionError error = assertThrows(AssertionError.class, () -> world.verify(Map.of("operation", "wiki.requirement.read")));
    assertTrue(error.getMessage().startsWith("expected at least 1 call of wiki.requirement.read"), error.getMessage());
  }

  @Test
  void refusedCallsSayWhy(Reqsim world) {
    ControlException error =
        assertThrows(ControlException.class, () -> world.verify(Map.of("operation", "wiki.requirement.reed")));
    assertEquals(400, error.status());
    assertEquals(
        "POST /_sim/verify: operation: there is no 'wiki.requirement.reed'; did you mean 'wiki.requirement.read'?",
        error.getMessage());
    Exception unknown = assertThrows(IllegalArgumentException.class, () -> world.token("alise"));
    assertTrue(unknown.getMessage().contains("no user 'alise'; its users are [admin, alice, bob"), unknown.getMessage());
  }

  @Test
  void aTestMayDeleteItsWorld(Reqsim world) {
    world.control("DELETE", "/worlds/" + world.name(), null);
  }

  @Test
  void theFieldHasTheWorldOfTheTest(Reqsim world) {
    assertTrue(reqsim.world() == world);
    CompletionException error =
        assertThrows(CompletionException.class, () -> CompletableFuture.runAsync(() -> reqsim.world()).join());
    assertTrue(error.getMessage().contains("take a parameter of type Reqsim"), error.getMessage());
  }

  @Nested
  class InANestedClass {
    @Test
    void testsHaveWorldsToo(Reqsim world) throws Exception {
      assertEquals(200, read(world, "alice"));
    }
  }
}
