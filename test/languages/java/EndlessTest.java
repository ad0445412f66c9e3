import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reqsim.ReqsimExtension;
import reqsim.ReqsimExtension.Reqsim;

/** Runs until it is killed. */
@ExtendWith(ReqsimExtension.class)
class EndlessTest {
  @Test
  void waits(Reqsim reqsim) throws Exception {
    System.out.println("waiting in " + reqsim.name());
    Thread.sleep(Long.MAX_VALUE);
  }
}
