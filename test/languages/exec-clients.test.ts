// `reqsim exec` in front of pytest, go test and JUnit: the clients use its server as they are, over HTTPS and with a control
// token too.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
