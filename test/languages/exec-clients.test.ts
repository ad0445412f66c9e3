// `reqsim exec` in front of pytest, go test and JUnit: the clients use its server as they are, over HTTPS and with a control
// token too.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { describeWithPrograms } from './toolchain.ts'
import { makeWorkplace, root } from './workplace.ts'

const place = makeWorkplace()
const copy = (from: string, to: string) => copyFileSync(join(root, from), join(place.folder, to))

// Debian's Python has Debian's pytest; another one may come first on the path.
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const CONSOLE = '/usr/share/java/junit-platform-console-standalone.jar'
/** Nothing is downloaded, and each run is a new one. */
const GO = {
  GOFLAGS: '-mod=mod -count=1',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOCACHE: resolve('node_modules/.cache/go'),
}

place.write('own.yaml', "# A scenario of the tests.\nname: 'own name' # with a space\nextends: [demo]\n")

const FLAGS: readonly (readonly [what: string, flags: readonly string[]])[] = [
  ['over HTTP', []],
  ['over HTTPS', ['--tls', '--tls-ca', 'authority.pem']],
  ['with a control token', ['--control-token', 'secret-token']],
]

/** Runs the tests of a language, and returns how they ended and how many servers were started. */
async function runWithExec(flags: readonly string[], command: readonly string[]) {
  const checks = ['--min-exercised', '1', '--max-unmatched', '0', '--report', 'report.json']
  const { code, output } = await place.run(
    ['reqsim', 'exec', 'own.yaml', ...flags, ...checks, '--', ...command],
    GO,
  )
  if (code !== 0) console.error(output)
  const { exchanges } = JSON.parse(readFileSync(join(place.folder, 'report.json'), 'utf8')) as Report
  return { code, exchanges, servers: await place.endedServers() }
}

interface Report {
  readonly exchanges: number
}

/** The one call of the test reached the only server, that of `exec`. */
const GREEN = { code: 0, exchanges: 1, servers: 1 }

/** The worlds that have a trace in a folder, without their numbers; fails if one of the traces holds the token of alice. */
function tracedWorlds(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => {
      const content = gunzipSync(readFileSync(join(folder, name))).toString()
      expect(content).toContain('{token:eu:')
      expect(content).not.toContain('tok-alice')
      return name.replace(/-[0-9a-f]+\.trace$/, '')
    })
    .toSorted()
}

describeWithPrograms('reqsim exec -- pytest', ['python3', 'pytest-3'], () => {
  beforeAll(() => {
    copy('clients/python/reqsim.py', 'reqsim.py')
    copy('test/languages/exec/test_exec.py', 'test_exec.py')
    place.write('conftest.py', 'pytest_plugins = ["reqsim"]\n')
  })

  it.each(FLAGS)('%s', async (_what, flags) => {
    expect(await runWithExec(flags, [PYTHON, '-m', 'pytest'])).toEqual(GREEN)
  })
})

describeWithPrograms('reqsim init --runner pytest', ['python3', 'pytest-3'], () => {
  const begun = makeWorkplace()
  const inExec = (...flags: string[]) =>
    begun.run(['reqsim', 'exec', ...flags, '--', PYTHON, '-m', 'pytest', '-q'])
  beforeAll(() => begun.run(['reqsim', 'init', '--runner', 'pytest']))

  it('writes tests that pass behind plain exec, with its one server', async () => {
    await begun.endedServers()
    const { code, output } = await inExec()
    expect([code, /(\d+) passed/.exec(output)?.[1], await begun.endedServers()]).toEqual([0, '3', 1])
  })

  it('the worlds of failed tests have traces', async () => {
    const fails = (name: string) =>
      `def test_${name}(reqsim):\n    reqsim.clock.advance("1m")\n    assert False\n`
    begun.write('test_red.py', `${fails('red')}\n\n${fails('also_red')}`)
    const { code, output } = await inExec('--traces', 'kept')
    expect(code, output).toBe(1)
    const names = readdirSync(join(begun.folder, 'kept')).map((name) =>
      name.replace(/-[0-9a-f]{6}-\d+\.trace$/, ''),
    )
    expect(names.toSorted()).toEqual(['test_also_red', 'test_red'])
  })
})

describeWithPrograms('reqsim exec -- go test', ['go'], () => {
  beforeAll(() => {
    mkdirSync(join(place.folder, 'reqsim'))
    copy('clients/go/reqsim.go', 'reqsim/reqsim.go')
    copy('test/languages/exec/exec_test.go', 'exec_test.go')
    place.write('go.mod', 'module example.com/exec\n\ngo 1.19\n')
  })

  it.each(FLAGS)('%s', async (_what, flags) => {
    expect(await runWithExec(flags, ['go', 'test', './...'])).toEqual(GREEN)
  })
})

describeWithPrograms('reqsim exec --traces -- go test', ['go'], () => {
  const red = makeWorkplace()
  beforeAll(() => {
    red.write('go.mod', 'module example.com/red\n\ngo 1.19\n')
    red.write('reqsim/reqsim.go', readFileSync(join(root, 'clients/go/reqsim.go'), 'utf8'))
    red.write(
      'red_test.go',
      `package red

import (
	"net/http"
	"testing"

	"example.com/red/reqsim"
)

func read(t *testing.T) int {
	world := reqsim.Start(t, reqsim.Options{})
	request, _ := http.NewRequest(http.MethodGet, world.APIURL+"/applications/101", nil)
	request.Header.Set("Authorization", "Bearer "+world.Token("alice"))
	response, err := world.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func TestGreen(t *testing.T) { read(t) }

func TestRed(t *testing.T) { t.Errorf("the status is %d", read(t)) }

func TestPanics(t *testing.T) { panic(read(t)) }
`,
    )
  })

  it('the worlds of failed tests have traces without credentials, and others are deleted', async () => {
    const command = ['reqsim', 'exec', '--traces', 'kept', '--', 'go', 'test', './...']
    const { code, output } = await red.run(command, GO)
    expect(code, output).toBe(1)
    expect(tracedWorlds(join(red.folder, 'kept'))).toEqual(['TestPanics', 'TestRed'])
  })
})

describeWithPrograms('reqsim exec --traces -- java', ['java', 'javac', CONSOLE], () => {
  const red = makeWorkplace()
  beforeAll(async () => {
    red.write(
      'RedTest.java',
      `import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reqsim.ReqsimExtension;
import reqsim.ReqsimExtension.Reqsim;

@ExtendWith(ReqsimExtension.class)
class RedTest {
  private static int read(Reqsim world) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(world.apiUrl() + "/applications/101"))
            .header("Authorization", "Bearer " + world.token("alice"))
            .build();
    return world.client().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void passes(Reqsim world) throws Exception {
    assertEquals(200, read(world));
  }

  @Test
  void isAborted(Reqsim world) throws Exception {
    Assumptions.assumeTrue(read(world) == 404);
  }

  @Test
  void fails(Reqsim world) throws Exception {
    assertEquals(404, read(world));
  }
}
`,
    )
    const extension = join(root, 'clients/java/ReqsimExtension.java')
    const { code, output } = await red.run([
      'javac',
      '-d',
      'classes',
      '-cp',
      CONSOLE,
      extension,
      'RedTest.java',
    ])
    if (code !== 0) throw new Error(output)
  })

  it('the worlds of failed tests have traces without credentials, and others are deleted', async () => {
    const tests = ['java', '-jar', CONSOLE, '-cp', 'classes', '-c', 'RedTest']
    const { code, output } = await red.run(['reqsim', 'exec', '--traces', 'kept', '--', ...tests])
    expect(code, output).toBe(1)
    expect(tracedWorlds(join(red.folder, 'kept'))).toEqual(['RedTest.fails'])
  })
})

describeWithPrograms('reqsim exec -- java', ['java', 'javac', CONSOLE], () => {
  beforeAll(async () => {
    const sources = ['clients/java/ReqsimExtension.java', 'test/languages/exec/ExecTest.java'].map((path) =>
      join(root, path),
    )
    const { code, output } = await place.run(['javac', '-d', 'classes', '-cp', CONSOLE, ...sources])
    if (code !== 0) throw new Error(output)
  })

  it.each(FLAGS)('%s', async (_what, flags) => {
    expect(
      await runWithExec(flags, [
        'java',
        '-jar',
        CONSOLE,
        '-cp',
        'classes',
        '-c',
        'ExecTest',
        '-c',
        'ExecFileTest',
      ]),
    ).toEqual(GREEN)
  })
})
