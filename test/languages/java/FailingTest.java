import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reqsim.ReqsimExtension;
import reqsim.ReqsimExtension.Reqsim;

/** Tests that fail, or that are aborted. */
@ExtendWith(ReqsimExtension.class)
class FailingTest {
  @Test
  void showsFaultsJobsAndEdits(Reqsim reqsim) throws Exception {
    reqsim.control("PUT", "/issues/30001", Map.of("summary", "New"));
    reqsim.clock().advance("3m");
    reqsim.faults().add(Map.of("interface", "wiki", "status", 503, "times", 1));
    ExtensionTest.read(reqsim, "alice");
    ExtensionTest.get(reqsim, reqsim.apiUrl() + "/aplications");
    String search = reqsim.wikiUrl() + "/rest/reqs/1/requirement2/ENG?limt=1";
    ExtensionTest.get(reqsim, search, "Authorization", "Bearer " + reqsim.token("alice"));
    assertEquals(200, ExtensionTest.read(reqsim, "eve"));
  }

  @Test
  void showsTheLatestLines(Reqsim reqsim) throws Exception {
    for (int count = 0; count < 45; count++) ExtensionTest.read(reqsim, "bob");
    reqsim.verify(Map.of("operation", "wiki.requirement.read", "times", 46));
  }

  @Test
  void showsNothingOfAnAbortedTest(Reqsim reqsim) throws Exception {
    ExtensionTest.read(reqsim, "alice");
    assumeTrue(false, "aborted on purpose");
  }

  @Test
  void showsNothingOfATestWithoutAWorld() {
    throw new AssertionError("failed on purpose");
  }
}

/** A world belongs to one test, so that a class cannot have one. */
@ExtendWith(ReqsimExtension.class)
class BeforeAllTest {
  @BeforeAll
  static void takesAWorld(Reqsim reqsim) {}

  @Test
  void neverRuns() {}
}

/** A test whose server dies. */
class DyingServerTest {
  @RegisterExtension static final ReqsimExtension dies = ReqsimExtension.builder().seed("dies").build();

  @Test
  void namesTheServerWithItsOutput() {
    Reqsim world = dies.world();
    ProcessHandle.current().children().filter(DyingServerTest::hasSeed).forEach(ProcessHandle::destroyForcibly);
    world.report();
  }

  private static boolean hasSeed(ProcessHandle child) {
    return child.info().arguments().filter(all -> String.join(" ", all).contains("--seed dies")).isPresent();
  }
}
