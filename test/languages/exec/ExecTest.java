import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reqsim.ReqsimExtension;
import reqsim.ReqsimExtension.Reqsim;

@ExtendWith(ReqsimExtension.class)
class ExecTest {
  @Test
  void theWorldIsOneOfTheServerOfExec(Reqsim world) throws Exception {
    assertEquals(System.getenv("REQSIM_WORLD_PREFIX") + world.name(), world.url());
    assertEquals(System.getenv("REQSIM_TOKEN_ALICE"), world.token("alice"));
    var request =
        HttpRequest.newBuilder(URI.create(world.apiUrl() + "/applications/101"))
            .header("Authorization", "Bearer " + world.token("alice"))
            .build();
    assertEquals(200, world.client().send(request, BodyHandlers.discarding()).statusCode());
    world.verify(Map.of("operation", "standalone.application.read", "user", "alice", "times", 1));
  }
}

class ExecFileTest {
  @RegisterExtension static final ReqsimExtension own = ReqsimExtension.builder().scenario("own.yaml").build();

  @Test
  void theFileOfExecIsTheScenarioOfTheServer() {
    assertEquals("own name", ((Map<?, ?>) own.world().control("GET", "/health", null)).get("scenario"));
  }
}
