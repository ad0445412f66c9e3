import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reqsim.ReqsimExtension;
import reqsim.ReqsimExtension.Reqsim;

/** Servers with other options, and servers that cannot be used; these tests pass. */
class OptionsTest {
  private static final String SCENARIO = System.getenv("OWN_SCENARIO");
  private static final String FOREIGN_URL = System.getenv("FOREIGN_URL");

  @RegisterExtension
  static final ReqsimExtension own = ReqsimExtension.builder().scenario(SCENARIO).clock("scenario").build();

  @RegisterExtension
  static final ReqsimExtension live = ReqsimExtension.builder().clock("live:60x").flags("--seed", "9").build();

  @RegisterExtension static final ReqsimExtension https = ReqsimExtension.builder().tls().build();
  @RegisterExtension static final ReqsimExtension missing = ReqsimExtension.builder().command("no-such-command").build();
  @RegisterExtension static final ReqsimExtension unknown = ReqsimExtension.builder().scenario("dmeo").build();
  @RegisterExtension static final ReqsimExtension foreign = ReqsimExtension.builder().url(FOREIGN_URL + "/").build();
  @RegisterExtension static final ReqsimExtension wrong = ReqsimExtension.builder().url("127.0.0.1:4010").build();
  @RegisterExtension static final ReqsimExtension absent = ReqsimExtension.builder().url("http://127.0.0.1:9").build();
  @RegisterExtension static final ReqsimExtension untrusted =
      ReqsimExtension.builder().url("https://127.0.0.1:9").tlsAuthority(Path.of("absent.pem")).build();

  private static void assertRefuses(ReqsimExtension extension, String... parts) {
    String message = assertThrows(IllegalStateException.class, extension::world).getMessage();
    for (String part : parts) assertTrue(message.contains(part), message);
  }

  @Test
  void aScenarioFileMayHaveUsersWithoutTokens() throws Exception {
    Reqsim world = own.world();
    assertEquals(403, ExtensionTest.read(world, "zoe"));
    assertEquals("zoe", world.journal().get(0).get("user"));
    assertEquals("auto", ((Map<?, ?>) world.control("GET", "/clock", null)).get("mode"));
  }

  @Test
  void flagsArePassedOn() {
    assertEquals("9", ((Map<?, ?>) live.world().control("GET", "/health", null)).get("seed"));
    Map<?, ?> clock = (Map<?, ?>) live.world().control("GET", "/clock", null);
    assertEquals("live", clock.get("mode"));
    assertEquals(60L, clock.get("speed"));
  }

  @Test
  void theServerMaySpeakHttps() throws Exception {
    Reqsim world = https.world();
    assertTrue(world.url().startsWith("https://127.0.0.1:"), world.url());
    assertEquals(200, ExtensionTest.read(world, "alice"));
    HttpClient trusting = HttpClient.newBuilder().sslContext(world.sslContext()).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(world.apiUrl() + "/applications/101")).build();
    assertEquals(401, trusting.send(request, BodyHandlers.ofString()).statusCode());
    assertThrows(SSLHandshakeException.class, () -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()));
  }

  @Test
  void aServerThatCannotBeUsedIsRefused() {
    assertRefuses(missing, "cannot run 'no-such-command'", "REQSIM_COMMAND", "REQSIM_URL");
    assertRefuses(unknown, "the server did not start", "serve dmeo", "ended with exit code 2", "did you mean 'demo'?");
    assertRefuses(foreign, "ReqsimExtension.java is of version " + ReqsimExtension.VERSION, "of 9.0.0", "update the server");
    assertRefuses(wrong, "'127.0.0.1:4010' is not an address such as http://127.0.0.1:4010");
    assertRefuses(absent, "no server responds at http://127.0.0.1:9", "reqsim serve --port 4010");
    assertRefuses(untrusted, "'absent.pem' is not a PEM file");
  }
}

/** A server at an address with HTTPS, which the environment names. */
@ExtendWith(ReqsimExtension.class)
class TrustTest {
  @Test
  void theClientTrustsTheServer(Reqsim world) throws Exception {
    assertTrue(world.url().startsWith("https:"), world.url());
    assertEquals(200, ExtensionTest.read(world, "alice"));
  }
}
