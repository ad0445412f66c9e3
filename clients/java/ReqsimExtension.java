package reqsim;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * A JUnit 5 extension that gives each test its own world of reqsim. Copy this file to {@code src/test/java/reqsim}; it needs
 * Java 11 and JUnit Jupiter 5.9, or later versions of both.
 *
 * <pre>{@code
 * @ExtendWith(ReqsimExtension.class)
 * class RequirementsTest {
 *   @Test
 *   void readsARequirement(Reqsim reqsim) {
 *     var client = new RequirementsClient(reqsim.wikiUrl(), reqsim.token("alice"));
 *     …
 *   }
 * }
 * }</pre>
 *
 * <p>The tests share one server: the one at {@code REQSIM_URL}, or one that the command {@code REQSIM_COMMAND} starts (by
 * default {@code reqsim}) and that ends with the tests. Another scenario, clock or server is an option of {@link #builder()}.
 * When a test fails, the extension prints its exchanges.
 */
public final class ReqsimExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  /** The version of reqsim that this file is from. */
  public static final String VERSION = "0.2.0";

  private static final Namespace SERVERS = Namespace.create(ReqsimExtension.class);

  /** The worlds of this process that were kept because their tests failed. */
  private static final AtomicInteger KEPT = new AtomicInteger();

  private static final int MAXIMUM_KEPT = 20;

  private static final String OUTER_TEST = "outer test";

  private final Namespace worlds = Namespace.create(ReqsimExtension.class, this);
  private final ThreadLocal<ExtensionContext> runningTest = new ThreadLocal<>();
  private final Builder options;

  /** An extension for the demo on a manual clock. */
  public ReqsimExtension() {
    this(builder());
  }

  private ReqsimExtension(Builder options) {
    this.options = options;
  }

  /** Options for an extension in a field with {@code @RegisterExtension}. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The world of the test that this thread runs, for tests that have the extension in a field. On another thread, use the
   * parameter {@link Reqsim} of the test.
   */
  public Reqsim world() {
    ExtensionContext test = runningTest.get();
    if (test == null)
      throw new IllegalStateException(
          "this thread runs no test: take a parameter of type Reqsim in the test or in @BeforeEach, and pass it on");
    return worldOf(test);
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    // A thread of JUnit's pool that waits in one test may run another one meanwhile.
    test.getStore(worlds).put(OUTER_TEST, runningTest.get());
    runningTest.set(test);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    ExtensionContext outer = test.getStore(worlds).remove(OUTER_TEST, ExtensionContext.class);
    if (outer == null) runningTest.remove();
    else runningTest.set(outer);
    Reqsim world = test.getStore(worlds).remove(Reqsim.class, Reqsim.class);
    if (world == null) return;
    Throwable error = test.getExecutionException().orElse(null);
    boolean hasFailed = error != null && !(error instanceof TestAbortedException);
    try {
      if (hasFailed) System.err.println(world.log(test.getDisplayName()));
    } finally {
      if (!hasFailed || !keepsFailed()) world.delete();
    }
  }

  /** Whether the world of a failed test stays until {@code reqsim exec --traces} writes its trace; it writes at most 20. */
  private static boolean keepsFailed() {
    String wanted = System.getenv("REQSIM_KEEP_FAILED");
    return wanted != null && !wanted.isEmpty() && KEPT.incrementAndGet() <= MAXIMUM_KEPT;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Reqsim.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty())
      throw new ParameterResolutionException(
          "a world belongs to one test: take the parameter Reqsim in the test, in @BeforeEach or in @AfterEach");
    return worldOf(context);
  }

  /** Creates the world when the test first uses it. */
  private Reqsim worldOf(ExtensionContext test) {
    Store store = test.getStore(worlds);
    Reqsim world = store.get(Reqsim.class, Reqsim.class);
    if (world != null) return world;
    Reqsim created = Reqsim.create(serverFor(test), options, nameFor(test));
    store.put(Reqsim.class, created);
    return created;
  }

  private Server serverFor(ExtensionContext test) {
    return test.getRoot()
        .getStore(SERVERS)
        .getOrComputeIfAbsent(options.serverKey(), key -> Server.find(options), Server.class);
  }

  /** A name with the class and the method of the test, unique among all processes. */
  private static String nameFor(ExtensionContext test) {
    String name = test.getRequiredTestClass().getSimpleName() + "." + test.getRequiredTestMethod().getName();
    String wanted = name.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[._-]+", "");
    return wanted.substring(0, Math.min(wanted.length(), 51)) + "-" + UUID.randomUUID().toString().substring(24);
  }

  private static String variable(String name) {
    return Optional.ofNullable(System.getenv(name)).orElse("");
  }

  /** Which server the tests use, and how their worlds begin. */
  public static final class Builder {
    private String scenario = "";
    private String clock = "";
    private String seed = "";
    private boolean tls;
    private List<String> command = List.of();
    private List<String> flags = List.of();
    private String url = variable("REQSIM_URL");
    private String controlToken = variable("REQSIM_CONTROL_TOKEN");
    private String authority =
        variable("REQSIM_CA_FILE").isEmpty() ? variable("REQSIM_TLS_CA") : variable("REQSIM_CA_FILE");

    private Builder() {}

    /** The name of a ready scenario, such as {@code outage}, or the path of a scenario file. By default {@code demo}. */
    public Builder scenario(String nameOrPath) {
      scenario = nameOrPath;
      return this;
    }

    /**
     * {@code manual} (the default), {@code auto}, {@code live}, {@code live:60x} for a speed, or {@code scenario} for that of
     * the scenario.
     */
    public Builder clock(String mode) {
      clock = mode;
      return this;
    }

    /** A seed that overrides that of the scenario. */
    public Builder seed(String text) {
      seed = text;
      return this;
    }

    /** Serves HTTPS; {@link Reqsim#client()} and {@link Reqsim#sslContext()} trust the server. */
    public Builder tls() {
      tls = true;
      return this;
    }

    /** The command that starts reqsim, such as {@code command("npx", "reqsim")}. Overrides {@code REQSIM_COMMAND}. */
    public Builder command(String... words) {
      command = List.of(words);
      return this;
    }

    /** Further flags of {@code reqsim serve}. */
    public Builder flags(String... more) {
      flags = List.of(more);
      return this;
    }

    /** The address of a server that is running, such as one in a container. Overrides {@code REQSIM_URL}. */
    public Builder url(String address) {
      url = address;
      return this;
    }

    /** The control token of that server. Overrides {@code REQSIM_CONTROL_TOKEN}. */
    public Builder controlToken(String token) {
      controlToken = token;
      return this;
    }

    /** A PEM file with the authority of that server's certificate. Overrides {@code REQSIM_CA_FILE}. */
    public Builder tlsAuthority(Path file) {
      authority = file.toString();
      return this;
    }

    public ReqsimExtension build() {
      return new ReqsimExtension(this);
    }

    /** Extensions with equal keys share a server. */
    private List<Object> serverKey() {
      return List.of(scenario, clock, seed, tls, command, flags, url, controlToken, authority);
    }

    private List<String> serveCommand() {
      List<String> words = new ArrayList<>(command.isEmpty() ? words(variable("REQSIM_COMMAND")) : command);
      if (words.isEmpty()) words.add("reqsim");
      words.addAll(List.of("serve", scenario.isEmpty() ? "demo" : scenario));
      words.addAll(List.of("--host", "127.0.0.1", "--port", "0", "--stop-with-stdin"));
      String mode = clock.isEmpty() && variable("REQSIM_CLOCK").isEmpty() ? "manual" : clock;
      if (!mode.isEmpty() && !mode.equals("scenario")) words.addAll(List.of("--clock", mode));
      if (!seed.isEmpty()) words.addAll(List.of("--seed", seed));
      // reqsim mutate runs the tests: the server makes a mistake.
      if (!variable("REQSIM_MUTANT").isEmpty()) words.addAll(List.of("--mutant", variable("REQSIM_MUTANT")));
      words.addAll(flags);
      return words;
    }

    /** The words of a command, separated by spaces; quotes keep spaces within a word. */
    private static List<String> words(String command) {
      List<String> words = new ArrayList<>();
      Matcher matcher = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+").matcher(command);
      while (matcher.find()) words.add(matcher.group().replaceAll("\"([^\"]*)\"|'([^']*)'", "$1$2"));
      return words;
    }
  }

  /**
   * The world of one test, and the addresses at which the code under test finds it. If the server refuses a call, the method throws
   * a {@link ControlException} with the message of the server.
   */
  public static final class Reqsim {
    private static final int SHOWN_LINES = 40;
    private static final int LONGEST_TEXT = 300;

    private final Server server;
    private final String name;
    private final Clock clock = new Clock();
    private final Faults faults = new Faults();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    private Reqsim(Server server, String name) {
      this.server = server;
      this.name = name;
    }

    private static Reqsim create(Server server, Builder options, String name) {
      Reqsim world = new Reqsim(server, name);
      world.control("POST", "/worlds", Map.of("name", name));
      if (server.isShared() && !options.clock.isEmpty()) world.clock.mode(options.clock);
      return world;
    }

    /** The name of the world, unique to the test. */
    public String name() {
      return name;
    }

    /** The address of the world. All other addresses begin with it, so a request needs no header that names the world. */
    public String url() {
      return server.url + "/_world/" + name;
    }

    /** The base address of the standalone interface. */
    public String apiUrl() {
      return url() + "/api";
    }

    /** The base address of the wiki. */
    public String wikiUrl() {
      return url() + "/wiki";
    }

    /** The base address of the tracker. */
    public String trackerUrl() {
      return url() + "/tracker";
    }

    /** The base address of the hosted wiki, in the region {@code eu}. */
    public String hostedWikiUrl() {
      return url() + "/eu/wiki";
    }

    /** The base address of the hosted tracker, in the region {@code eu}. */
    public String hostedTrackerUrl() {
      return url() + "/eu/tracker";
    }

    /** The base address of the standalone interface in the region {@code us}. */
    public String usApiUrl() {
      return url() + "/us/api";
    }

    /** The base address of the hosted wiki in the region {@code us}. */
    public String usHostedWikiUrl() {
      return url() + "/us/wiki";
    }

    /** The base address of the hosted tracker in the region {@code us}. */
    public String usHostedTrackerUrl() {
      return url() + "/us/tracker";
    }

    /** A valid token of a user: in the ready scenarios {@code tok-alice} for {@code alice}; in others this method creates it. */
    public String token(String user) {
      return tokens.computeIfAbsent(user, this::createToken);
    }

    private String createToken(String user) {
      List<Object> users = new ArrayList<>();
      for (String region : List.of("eu", "us")) {
        items("/state/user?region=" + region).forEach(each -> users.add(each.get("name")));
        if (!users.contains(user)) continue;
        try {
          control("POST", "/tokens", Map.of("user", user, "value", "tok-" + user, "region", region));
        } catch (ControlException error) {
          // The token may be part of the scenario.
          if (error.status() != 409) throw error;
        }
        return "tok-" + user;
      }
      throw new IllegalArgumentException("token: the scenario has no user '" + user + "'; its users are " + users);
    }

    /** Signs a user in to the wiki and the tracker, and returns the {@code Cookie} header: {@code JSESSIONID=…}. */
    public String session(String user) {
      return (String) object(control("POST", "/sessions", Map.of("user", user))).get("cookie");
    }

    /** A client that trusts the certificate of the server. */
    public HttpClient client() {
      return server.client;
    }

    /** Trusts the certificate of the server, for other clients. */
    public SSLContext sslContext() {
      return server.client.sslContext();
    }

    public Clock clock() {
      return clock;
    }

    public Faults faults() {
      return faults;
    }

    /**
     * Fails unless the calls were made, such as {@code verify(Map.of("operation", "wiki.requirement.read", "times", 1))}. The
     * fields are those of {@code POST /_sim/verify}.
     */
    public void verify(Map<String, ?> expectation) {
      Map<String, Object> result = object(control("POST", "/verify", expectation));
      if (!Boolean.TRUE.equals(result.get("ok"))) throw new AssertionError(result.get("message"));
    }

    /** The exchanges of this world, oldest first, as {@code GET /_sim/journal} lists them. */
    public List<Map<String, Object>> journal() {
      return items("/journal");
    }

    /** The report of this world, as {@code GET /_sim/report} returns it. */
    public Map<String, Object> report() {
      return object(control("GET", "/report", null));
    }

    /** The records of a table, such as {@code state("requirement")}. */
    public List<Map<String, Object>> state(String table) {
      return items("/state/" + table);
    }

    /** Takes a snapshot and returns its id. */
    public String snapshot() {
      return (String) object(control("POST", "/snapshots", Map.of())).get("id");
    }

    public void restore(String snapshot) {
      control("POST", "/snapshots/" + snapshot + "/restore", null);
    }

    /** Resets the world to the beginning of the scenario. */
    public void reset() {
      control("POST", "/reset", null);
    }

    /**
     * Calls a route of the control API in this world, such as {@code control("PUT", "/issues/30001", Map.of("summary", "New"))}.
     *
     * @param body maps, lists, texts, numbers and booleans; or null for none
     * @return the JSON of the response in the same types; null if the response is empty
     */
    public Object control(String method, String path, Object body) {
      String text = body == null ? null : Json.write(body);
      HttpResponse<String> response = server.send(method, "/_world/" + name + "/_sim" + path, text);
      Object value = response.body().isEmpty() ? null : Json.read(response.body());
      if (response.statusCode() < 400) return value;
      String message = value instanceof Map ? String.valueOf(object(value).get("message")) : response.body();
      throw new ControlException(response.statusCode(), method + " /_sim" + path + ": " + message);
    }

    private void delete() {
      try {
        control("DELETE", "/worlds/" + name, null);
      } catch (ControlException error) {
        // The test may have deleted it.
        if (error.status() != 404) throw error;
      }
    }

    private List<Map<String, Object>> items(String path) {
      String separator = path.contains("?") ? "&" : "?";
      List<Map<String, Object>> items = new ArrayList<>();
      while (true) {
        Map<String, Object> page = object(control("GET", path + separator + "limit=1000&offset=" + items.size(), null));
        List<Map<String, Object>> more = objects(page.get("items"));
        items.addAll(more);
        if (more.isEmpty() || items.size() >= number(page.get("total"))) return items;
      }
    }

    /** The latest exchanges, jobs and edits as lines of text, for the output of a failed test. */
    private String log(String test) {
      List<Map<String, Object>> exchanges = journal();
      TreeMap<Instant, List<String>> lines = new TreeMap<>();
      // Jobs run before anything else at their instant.
      for (Map<String, Object> event : items("/events/past")) {
        if ("fault".equals(event.get("type"))) continue;
        addLine(lines, Instant.parse((String) event.get("at")), eventLine(event));
      }
      for (Map<String, Object> exchange : exchanges)
        addLine(lines, Instant.ofEpochMilli(number(exchange.get("at"))), exchangeLine(exchange));
      List<String> all = new ArrayList<>();
      lines.forEach((at, texts) -> texts.forEach(text -> all.add("  " + at + " " + text)));
      int omitted = Math.max(0, all.size() - SHOWN_LINES);
      String title = "reqsim: " + test + " failed in the world " + name;
      if (exchanges.isEmpty()) title += ", which no request reached";
      if (omitted > 0) title += " (" + omitted + " earlier lines omitted)";
      all.add(omitted, title);
      return String.join("\n", all.subList(omitted, all.size()));
    }

    private static void addLine(Map<Instant, List<String>> lines, Instant at, String text) {
      lines.computeIfAbsent(at, key -> new ArrayList<>()).add(text);
    }

    private static String eventLine(Map<String, Object> event) {
      Map<String, Object> data = object(event.get("data"));
      if (!"job".equals(event.get("type")))
        return Stream.of("world", data.get("change"), data.get("by"), data.get("path"), data.get("status"))
            .filter(Objects::nonNull)
            .map(String::valueOf)
            .collect(Collectors.joining(" "));
      String failed = Boolean.TRUE.equals(data.get("failed")) ? ", failed" : "";
      String outcome = data.containsKey("outcome") ? ": " + shortened(data.get("outcome")) : "";
      return "job " + data.get("id") + ", " + data.get("kind") + failed + outcome;
    }

    private String exchangeLine(Map<String, Object> exchange) {
      Map<String, Object> request = object(exchange.get("request"));
      Map<String, Object> answer = object(exchange.get("answer"));
      String address = ((String) request.get("url")).replaceFirst("^/_world/[^/]+", "");
      String fault = exchange.containsKey("fault") ? ", by fault " + exchange.get("fault") : "";
      String notable = exchange.containsKey("notable") ? ", " + exchange.get("notable") : "";
      String line =
          String.format(
              "#%s %s: %s %s → %s%s (%s%s)",
              exchange.get("id"),
              exchange.getOrDefault("user", "nobody"),
              request.get("method"),
              address,
              number(answer.get("status")) == 0 ? "no response" : answer.get("status"),
              notable,
              exchange.getOrDefault("operation", "no operation"),
              fault);
      if (number(answer.get("status")) < 400) return line;
      Object diagnosis = exchange.containsKey("diagnosis") ? object(exchange.get("diagnosis")).get("reason") : null;
      return Stream.of(line, answer.get("body"), diagnosis, exchange.get("defect"))
          .filter(text -> text != null && !text.equals(""))
          .map(Reqsim::shortened)
          .collect(Collectors.joining("\n      "));
    }

    private static String shortened(Object value) {
      String text = String.valueOf(value);
      return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }

    /** The virtual clock of the world. */
    public final class Clock {
      private Clock() {}

      public Instant now() {
        return instant(control("GET", "/clock", null));
      }

      /** Moves the clock forward by a duration such as {@code 3m}, runs the jobs that are due, and returns the instant. */
      public Instant advance(String duration) {
        return instant(control("POST", "/clock/advance", Map.of("by", duration)));
      }

      public Instant advance(Duration duration) {
        return advance(duration.toString());
      }

      public Instant advanceTo(Instant instant) {
        return instant(control("POST", "/clock/advance", Map.of("to", instant.toString())));
      }

      /** Moves the clock to the next pending job and runs it. */
      public Instant runNext() {
        return instant(control("POST", "/clock/advance", Map.of("jobs", 1)));
      }

      private void mode(String mode) {
        Matcher speed = Pattern.compile("live:([0-9.]+)x").matcher(mode);
        Map<String, Object> change =
            speed.matches() ? Map.of("mode", "live", "speed", Double.valueOf(speed.group(1))) : Map.of("mode", mode);
        control("PATCH", "/clock", change);
      }

      private Instant instant(Object response) {
        return Instant.parse((String) object(response).get("now"));
      }
    }

    /** The faults of the world. */
    public final class Faults {
      private Faults() {}

      /**
       * Adds a fault, such as {@code add(Map.of("operation", "wiki.requirement.read", "status", 503, "times", 2))}, and returns
       * its id. The fields are those of {@code POST /_sim/faults}.
       */
      public long add(Map<String, ?> fault) {
        return number(object(control("POST", "/faults", fault)).get("id"));
      }

      /** The faults in the order of evaluation. */
      public List<Map<String, Object>> list() {
        return items("/faults");
      }

      /** How often a fault took effect. */
      public long struck(long id) {
        return number(object(control("GET", "/faults/" + id, null)).get("struck"));
      }

      public void remove(long id) {
        control("DELETE", "/faults/" + id, null);
      }

      public void clear() {
        control("DELETE", "/faults", null);
      }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
      return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Object value) {
      return (List<Map<String, Object>>) value;
    }

    private static long number(Object value) {
      return ((Number) value).longValue();
    }
  }

  /** The control API refused a call; the message says why. */
  public static final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    private ControlException(int status, String message) {
      super(message);
      this.status = status;
    }

    /** The HTTP status, such as 404. */
    public int status() {
      return status;
    }
  }

  /** A server that these tests started, or that runs elsewhere. JUnit closes it after all tests. */
  @SuppressWarnings("deprecation") // JUnit 5.13 prefers AutoCloseable, which earlier versions do not close.
  private static final class Server implements Store.CloseableResource {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final String url;
    private final String controlToken;
    private final HttpClient client;
    private final ServerProcess process;

    private Server(String url, Builder options, ServerProcess process, SSLContext trust) {
      this.url = url;
      this.controlToken = options.controlToken;
      this.process = process;
      HttpClient.Builder builder =
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY);
      this.client = (trust == null ? builder : builder.sslContext(trust)).build();
    }

    static Server find(Builder options) {
      return options.url.isEmpty() ? start(options) : connect(options);
    }

    private static Server connect(Builder options) {
      if (!options.url.matches("https?://[^/]+.*"))
        throw new IllegalStateException("the server '" + options.url + "' is not an address such as http://127.0.0.1:4010");
      String root = options.url.replaceFirst("/+$", "").replaceFirst("/_world/[^/]*$", "");
      Server server = new Server(root, options, null, Certificates.trust(options.authority));
      Map<String, Object> health = server.checkedHealth();
      server.checkSame("scenario", nameOf(options.scenario), health);
      server.checkSame("seed", options.seed, health);
      return server;
    }

    /** The name in a scenario file, which is YAML or JSON. */
    private static final Pattern SCENARIO_NAME =
        Pattern.compile("^(?:name:|\\{? {0,2}\"name\"\\s*:)\\s*[\"']?([^\"'#,\\n]*[^\"'#,\\s])", Pattern.MULTILINE);

    /** The name of a ready scenario, or that of the scenario in a file. */
    private static String nameOf(String scenario) {
      Path file = Path.of(scenario);
      if (!Files.isRegularFile(file)) return scenario;
      try {
        Matcher found = SCENARIO_NAME.matcher(Files.readString(file));
        return found.find() ? found.group(1) : file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    }

    private static Server start(Builder options) {
      List<String> command = options.serveCommand();
      Path folder = options.tls ? Certificates.createFolder() : null;
      String authority = folder == null ? options.authority : folder.resolve("authority.pem").toString();
      if (folder != null) command.addAll(List.of("--tls", "--tls-ca", authority));
      ServerProcess process = new ServerProcess(command);
      try {
        Server server = new Server(process.waitForUrl(TIMEOUT), options, process, Certificates.trust(authority));
        server.checkedHealth();
        return server;
      } catch (RuntimeException error) {
        process.stop();
        throw error;
      } finally {
        if (folder != null) Certificates.delete(folder);
      }
    }

    /** Whether other programs may use the server. */
    boolean isShared() {
      return process == null;
    }

    @Override
    public void close() {
      if (process != null) process.stop();
    }

    private Map<String, Object> checkedHealth() {
      HttpResponse<String> response = send("GET", "/_sim/health", null);
      if (response.statusCode() != 200 || !response.body().contains("\"version\""))
        throw new IllegalStateException(
            url + " is not a reqsim server: GET /_sim/health returned " + response.statusCode());
      Map<String, Object> health = Reqsim.object(Json.read(response.body()));
      String version = (String) health.get("version");
      int[] theirs = numbers(version);
      int[] ours = numbers(VERSION);
      if (theirs[0] != ours[0] || theirs[1] < ours[1])
        throw new IllegalStateException(
            "this ReqsimExtension.java is of version " + VERSION + ", and the server at " + url + " of " + version
                + ": copy the file of the server's version, or update the server");
      return health;
    }

    private static int[] numbers(String version) {
      return Arrays.stream(version.split("[.-]")).limit(2).mapToInt(Integer::parseInt).toArray();
    }

    private void checkSame(String option, String wanted, Map<String, Object> health) {
      if (wanted.isEmpty() || wanted.equals(health.get(option))) return;
      throw new IllegalStateException(
          "the server at " + url + " has the " + option + " '" + health.get(option) + "', not '" + wanted
              + "': start it with this " + option + ", or unset REQSIM_URL so that the tests start their own");
    }

    HttpResponse<String> send(String method, String path, String body) {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
      request.header("X-Sim-Control", "1").header("Content-Type", "application/json");
      if (!controlToken.isEmpty()) request.header("Authorization", "Bearer " + controlToken);
      boolean hasBody = !method.equals("GET");
      request.method(method, hasBody ? BodyPublishers.ofString(body == null ? "{}" : body) : BodyPublishers.noBody());
      try {
        return client.send(request.build(), BodyHandlers.ofString());
      } catch (IOException error) {
        String reason = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
        String hint =
            process == null
                ? "start one with 'reqsim serve --port 4010', or unset REQSIM_URL so that the tests start their own"
                : process.state();
        throw new IllegalStateException("no server responds at " + url + " (" + reason + "): " + hint, error);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the server at " + url + " was called", error);
      }
    }
  }

  /**
   * The process of a server. It ends when its standard input does, so it never outlives this program, even if that is killed.
   */
  private static final class ServerProcess {
    private static final Pattern ANNOUNCEMENT = Pattern.compile("reqsim listening on (https?://\\S+)");
    private static final int KEPT_LINES = 40;

    private final List<String> command;
    private final Process process;
    private final Thread reader;
    private final CompletableFuture<String> url = new CompletableFuture<>();
    private final Deque<String> latestLines = new ArrayDeque<>();

    ServerProcess(List<String> command) {
      this.command = command;
      try {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
      } catch (IOException error) {
        throw new IllegalStateException(
            "cannot run '" + command.get(0) + "': put the executable on the PATH, or name the command in REQSIM_COMMAND"
                + " (such as REQSIM_COMMAND='npx reqsim'), or the address of a running server in REQSIM_URL",
            error);
      }
      reader = new Thread(this::read, "reqsim server output");
      reader.setDaemon(true);
      reader.start();
    }

    /** Reads all output, because the server waits when the pipe is full. */
    private void read() {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          synchronized (latestLines) {
            latestLines.add(line);
            if (latestLines.size() > KEPT_LINES) latestLines.remove();
          }
          Matcher announcement = ANNOUNCEMENT.matcher(line);
          if (announcement.matches()) url.complete(announcement.group(1));
        }
      } catch (IOException ended) {
        // The process was stopped.
      }
      url.complete("");
    }

    String waitForUrl(Duration timeout) {
      String found = "";
      try {
        found = url.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException error) {
        // The message below has the state of the process.
      }
      if (!found.isEmpty()) return found;
      String problem = "the server did not start: " + state();
      stop();
      throw new IllegalStateException(problem);
    }

    /** Whether the process runs, and its latest output. */
    String state() {
      String state = "still runs";
      try {
        // A connection breaks a moment before the process has ended.
        if (process.waitFor(500, TimeUnit.MILLISECONDS)) {
          reader.join(1000);
          state = "ended with exit code " + process.exitValue();
        }
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
      synchronized (latestLines) {
        return "'" + String.join(" ", command) + "' " + state + "\n  " + String.join("\n  ", latestLines);
      }
    }

    void stop() {
      try {
        process.getOutputStream().close();
      } catch (IOException error) {
        // It has ended.
      }
      try {
        if (process.waitFor(3, TimeUnit.SECONDS)) return;
        process.destroy();
        if (!process.waitFor(3, TimeUnit.SECONDS)) process.destroyForcibly();
      } catch (InterruptedException error) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Files with certificate authorities. */
  private static final class Certificates {
    private Certificates() {}

    /** Trusts the authorities in a PEM file; null for the authorities of the system if there is none. */
    static SSLContext trust(String file) {
      if (file.isEmpty()) return null;
      try (InputStream pem = Files.newInputStream(Path.of(file))) {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem))
          store.setCertificateEntry("authority-" + store.size(), certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
      } catch (IOException | GeneralSecurityException error) {
        throw new IllegalStateException("'" + file + "' is not a PEM file of a certificate authority: " + error, error);
      }
    }

    static Path createFolder() {
      try {
        return Files.createTempDirectory("reqsim-");
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    }

    static void delete(Path folder) {
      File[] files = folder.toFile().listFiles();
      if (files != null) for (File file : files) file.delete();
      folder.toFile().delete();
    }
  }

  /** JSON as maps, lists, texts, numbers (Long or Double), booleans and null. */
  private static final class Json {
    private final String text;
    private int position;

    private Json(String text) {
      this.text = text;
    }

    static Object read(String text) {
      return new Json(text).value();
    }

    static String write(Object value) {
      if (value == null || value instanceof Number || value instanceof Boolean) return String.valueOf(value);
      if (value instanceof Map)
        return ((Map<?, ?>) value)
            .entrySet().stream()
                .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
      if (value instanceof Collection)
        return ((Collection<?>) value).stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      return quoted(value.toString());
    }

    private static String quoted(String text) {
      StringBuilder json = new StringBuilder("\"");
      for (char each : text.toCharArray()) {
        if (each == '"' || each == '\\') json.append('\\').append(each);
        else if (each < ' ') json.append(String.format("\\u%04x", (int) each));
        else json.append(each);
      }
      return json.append('"').toString();
    }

    private Object value() {
      switch (next()) {
        case '{':
          return object();
        case '[':
          return list();
        case '"':
          return string();
        case 't':
          return word("true", Boolean.TRUE);
        case 'f':
          return word("false", Boolean.FALSE);
        case 'n':
          return word("null", null);
        default:
          return number();
      }
    }

    /** The next character that is not a space, without reading past it. */
    private char next() {
      while (position < text.length() && Character.isWhitespace(text.charAt(position))) position++;
      if (position == text.length()) throw new IllegalStateException("this JSON ends early: " + text);
      return text.charAt(position);
    }

    private boolean skip(char expected) {
      if (next() != expected) return false;
      position++;
      return true;
    }

    private void expect(char expected) {
      if (skip(expected)) return;
      throw new IllegalStateException("no '" + expected + "' at " + position + " of this JSON: " + text);
    }

    private Map<String, Object> object() {
      Map<String, Object> object = new LinkedHashMap<>();
      expect('{');
      if (skip('}')) return object;
      do {
        next();
        String name = string();
        expect(':');
        object.put(name, value());
      } while (skip(','));
      expect('}');
      return object;
    }

    private List<Object> list() {
      List<Object> list = new ArrayList<>();
      expect('[');
      if (skip(']')) return list;
      do list.add(value());
      while (skip(','));
      expect(']');
      return list;
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      expect('"');
      while (text.charAt(position) != '"') {
        char each = text.charAt(position++);
        string.append(each == '\\' ? escaped() : each);
      }
      position++;
      return string.toString();
    }

    private char escaped() {
      char each = text.charAt(position++);
      switch (each) {
        case 'b':
          return '\b';
        case 'f':
          return '\f';
        case 'n':
          return '\n';
        case 'r':
          return '\r';
        case 't':
          return '\t';
        case 'u':
          position += 4;
          return (char) Integer.parseInt(text.substring(position - 4, position), 16);
        default:
          return each;
      }
    }

    private Object word(String word, Object value) {
      for (char each : word.toCharArray()) expect(each);
      return value;
    }

    private Number number() {
      int start = position;
      while (position < text.length() && "+-.eE0123456789".indexOf(text.charAt(position)) >= 0) position++;
      String digits = text.substring(start, position);
      try {
        return Long.valueOf(digits);
      } catch (NumberFormatException notWhole) {
        return Double.valueOf(digits);
      }
    }
  }
}
