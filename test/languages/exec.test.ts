// docs/exec.md: each command runs in a project that has the files of the page. A terminal is tried with Python's.

import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { blocksOf, pathOf } from '../docs/support/pages.ts'
import { makeProject } from '../docs/support/project.ts'
import { describeWithPrograms } from './toolchain.ts'

const PAGE = 'docs/exec.md'
const project = await makeProject([])

describeWithPrograms('docs/exec.md', ['pytest', 'go'], () => {
  beforeAll(async () => {
    for (const block of blocksOf(PAGE, 'python', 'js', 'go'))
      await project.write(pathOf(block) ?? 'unnamed', block.text)
    await project.write(
      'test_worker.py',
      'from urllib.request import urlopen\n\n\ndef test_world(reqsim_url):\n    assert urlopen(reqsim_url + "/_sim/health").status == 200\n',
    )
    await project.write('go.mod', 'module example.test/client\n\ngo 1.18\n')
    await project.write(
      'package.json',
      '{ "name": "page", "private": true, "type": "module", "scripts": { "test": "node --test" } }',
    )
  })

  const commands = blocksOf(PAGE, 'sh')
    .filter(({ reason }) => reason === undefined)
    .flatMap(({ text }) => text.split('\n'))

  test.each(commands)('%s', async (line) => {
    const { code, output } = await project.run(line)
    expect(code, output).toBe(0)
    expect(output).toMatch(/^reqsim: listening on /m)
    expect(output).not.toContain('warning')
  })

  test('a red test of each language is a red run', async () => {
    await project.write('test_red.py', 'def test_red():\n    assert False\n')
    expect((await project.run('reqsim exec -- pytest test_red.py')).code).toBe(1)
    expect((await project.run('reqsim exec empty -- go test -count=1')).code).toBe(1)
    expect((await project.run('reqsim exec empty -- npm test')).code).toBe(1)
  })

  test('workers of pytest have worlds of their own', async () => {
    await project.write(
      'test_world.py',
      'import json\nfrom urllib.request import urlopen\n\n\ndef test_name(reqsim_url):\n    assert json.load(urlopen(reqsim_url + "/_sim/health"))["world"] == "gw7"\n',
    )
    const { code, output } = await project.run('PYTEST_XDIST_WORKER=gw7 reqsim exec -- pytest test_world.py')
    expect(code, output).toBe(0)
  })
})

/** Runs `reqsim exec` in a terminal of its own, types Ctrl-C so many times, and prints the exit code. */
const terminal = `
import os, pty, sys
presses = int(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
output = b''
typed = 0
while True:
    try:
        part = os.read(terminal, 1000)
    except OSError:
        break
    if not part:
        break
    output += part
    # The command counts the interrupts that it gets, and says so again and again.
    if typed < presses and b'after %d\\r' % typed in output:
        typed += 1
        os.write(terminal, b'\\x03')
sys.stdout.write(output.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`
const counting = `
import signal, sys, time
count = 0
def interrupted(*_):
    global count
    count += 1
signal.signal(signal.SIGINT, interrupted)
print('terminal', sys.stdin.isatty(), sys.stdout.isatty(), sys.stderr.isatty(), flush=True)
for _ in range(12):
    time.sleep(0.1)
    print('after', count, flush=True)
    if count == 0: time.sleep(0.1)
    time.sleep(0.3 if count == 1 else 0)
`

describeWithPrograms('reqsim exec in a terminal', ['python3'], () => {
  const inTerminal = async (presses: number) => {
    await project.write('terminal.py', terminal)
    await project.write('counting.py', counting)
    const reqsim = resolve(project.folder, 'node_modules/.bin/reqsim')
    return project.run(`python3 terminal.py ${presses} ${reqsim} exec -- python3 counting.py`)
  }

  test('the command has the terminal', async () => {
    const { code, output } = await inTerminal(0)
    expect(output).toContain('terminal True True True')
    expect(code, output).toBe(0)
  })

  test('Ctrl-C reaches the command once, and its success does not count', async () => {
    const { code, output } = await inTerminal(1)
    expect(output).toContain('after 1')
    expect(output).not.toContain('after 2')
    expect(code, output).toBe(130)
  })

  test('a second Ctrl-C kills the command', async () => {
    const { code, output } = await inTerminal(2)
    expect(output).toContain('after 1')
    expect(code, output).toBe(137)
  })
})
