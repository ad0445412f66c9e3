/** The files that `reqsim init --runner junit` writes into a project of Maven or Gradle. */

export const JUNIT_CLIENT = 'clients/java/ReqsimExtension.java'
export const JUNIT_FOLDER = 'src/test/java/reqsim'

export const GRADLE_FILES = ['build.gradle', 'build.gradle.kts']

/** Maven and Gradle run tests in the folder of the project, from which `scenario` is a path. */
export function junitTest(scenario: string): string {
  return `package reqsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reqsim.ReqsimExtension.Reqsim;

/** Each test gets a world of its own. */
class FirstTest {
  @RegisterExtension
  static final ReqsimExtension extension = ReqsimExtension.builder().scenario("${scenario}").build();

  private final HttpClient http = HttpClient.newHttpClient();

  /** Calls the wiki as your client does, and writes if there is a change. */
  private HttpResponse<String> call(Reqsim world, String user, String path, String change) throws Exception {
    var address = URI.create(world.wikiUrl() + "/rest/reqs/1/requirement2/DOC" + path);
    var request =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + world.token(user))
            .header("Content-Type", "application/json");
    if (change != null) request.PUT(BodyPublishers.ofString(change));
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private String left(Reqsim world) throws Exception {
    return call(world, "bob", "", null).headers().firstValue("X-Rate-Limit-Remaining").orElseThrow();
  }

  @Test
  void theSpaceDocHasTheRequirementsOfTheScenario(Reqsim world) throws Exception {
    String body = call(world, "alice", "", null).body();
    assertTrue(body.contains("\\"key\\":\\"DOC-1\\"") && body.contains("\\"key\\":\\"DOC-2\\""), body);
  }

  @Test
  void onlyUsersWithEditPermissionChangeIt(Reqsim world) throws Exception {
    String change = "{\\"htmlExcerpt\\": \\"The manual shall be short.\\"}";
    assertEquals(403, call(world, "bob", "/DOC-1", change).statusCode());
    assertEquals(200, call(world, "alice", "/DOC-1", change).statusCode());
    assertTrue(call(world, "bob", "/DOC-1", null).body().contains("The manual shall be short."));
  }

  @Test
  void theRateLimitResetsAfterAMinuteOfVirtualTime(Reqsim world) throws Exception {
    String atFirst = left(world);
    assertNotEquals(atFirst, left(world));
    world.clock().advance("1m");
    assertEquals(atFirst, left(world));
  }
}
`
}
