// The client for Python: its own tests in pytest, its page, and the file itself.

import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { codeBlocks } from '../docs/support/code-blocks.ts'
import { missingLine, pathOf, readPage } from '../docs/support/pages.ts'
import { makeProject, root } from '../docs/support/project.ts'
import { describeWithPrograms, findProgram } from './toolchain.ts'

/** Debian's Python has Debian's pytest; another one may come first on the path. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : (findProgram('python3') ?? 'python3')
const executable = inject('executable').file
const client = resolve(root, 'clients/python/reqsim.py')

interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a program in an environment that has nothing but this. */
function run(
  program: string,
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const options = { cwd: folder, env: { ...environment }, maxBuffer: 16_000_000 }
  return new Promise((done) => {
    execFile(program, [...args], options, (error, out, errors) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + errors }),
    )
  })
}

const { folder } = await makeProject([])
const command = join(folder, 'node_modules/.bin/reqsim')
const home = await mkdtemp(join(tmpdir(), 'reqsim-python-'))
afterAll(() => rm(home, { recursive: true, force: true }))
/** No compiled files are left in the checkout. */
const environment = { HOME: home, PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1' }

describeWithPrograms('the client for Python', ['python3', 'pytest-3'], () => {
  it('passes its own tests', { timeout: 900_000 }, async () => {
    const tests = resolve(root, 'test/languages/python')
    const { code, output } = await run(
      python,
      ['-m', 'pytest', '-q', '--basetemp', join(home, 'tests')],
      tests,
      {
        ...environment,
        REQSIM_COMMAND: command,
      },
    )
    expect(code, output).toBe(0)
    expect(Number(/(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(80)
  })

  it('passes the mutant of reqsim mutate on to its server', { timeout: 120_000 }, async () => {
    const used = join(home, 'used.txt')
    const script = `
import sys, urllib.request
sys.path.insert(0, sys.argv[1])
import reqsim
with reqsim.open_server() as server, server.world() as world:
    request = urllib.request.Request(f"{world.wiki_url}/rest/reqs/1/requirement2/ENG/REQ-001", headers=world.headers("alice"))
    print(urllib.request.urlopen(request).status)
`
    const variables = { REQSIM_COMMAND: command, REQSIM_MUTANT: 'none', REQSIM_MUTANT_REACHED: used }
    const args = ['-c', script, resolve(client, '..')]
    const { code, output } = await run(python, args, home, { ...environment, ...variables })
    expect([code, output.trim()]).toEqual([0, '200'])
    expect(readFileSync(used, 'utf8')).toBe('wiki.requirement.read\n')
  })

  it('is of the version of the package', () => {
    const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }
    expect(readFileSync(client, 'utf8')).toContain(`\n__version__ = "${version}"\n`)
  })

  it('is Python 3.9 and imports the standard library only', async () => {
    const script = `
import ast, sys
tree = ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 9))
names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
names += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
print(sorted({name for name in names if name.split(".")[0] not in sys.stdlib_module_names}))
`
    const { code, output } = await run(python, ['-c', script, client], home, environment)
    expect([code, output.trim()]).toEqual([0, "['pytest']"])
  })

  it('isolates 300 tests for at most twice what they cost in one world', { timeout: 300_000 }, async () => {
    const project = join(home, 'many')
    await mkdir(project)
    await copyFile(client, join(project, 'reqsim.py'))
    // The time of both processes: the server is a child of the run that has ended with it.
    const conftest = `
import os
import pytest, reqsim as client
pytest_plugins = ["reqsim"]
@pytest.fixture(scope="session")
def shared():
    with client.open_server() as server, server.world() as world:
        yield world
def pytest_unconfigure():
    times = os.times()
    print(f"processor {times.user + times.system + times.children_user + times.children_system:.2f} s")
`
    const testsWith = (fixture: string) => `
import pytest, requests
@pytest.mark.parametrize("number", range(300))
def test_one(${fixture}, number):
    url, headers = f"{${fixture}.wiki_url}/rest/reqs/1/requirement2/ENG/REQ-001", ${fixture}.headers("alice")
    before = requests.get(url, headers=headers).json()["htmlExcerpt"]
    assert before.startswith("The drone shall")
`
    await writeFile(join(project, 'conftest.py'), conftest)
    await writeFile(join(project, 'test_isolated.py'), testsWith('reqsim'))
    await writeFile(join(project, 'test_shared.py'), testsWith('shared'))
    const processorOf = async (file: string) => {
      const { code, output } = await run(python, ['-m', 'pytest', '-q', file], project, {
        ...environment,
        REQSIM_COMMAND: command,
      })
      expect(code, output).toBe(0)
      expect(output).toContain('300 passed')
      return Number(/processor ([\d.]+) s/.exec(output)?.[1])
    }
    const shared = await processorOf('test_shared.py')
    const isolated = await processorOf('test_isolated.py')
    console.log(`300 tests in Python take ${isolated} s of processor time, and ${shared} s in one world`)
    expect(isolated / shared).toBeLessThan(2)
  })

  it('docs/python.md: first red, then green, and every other block', { timeout: 600_000 }, async () => {
    // A machine with Python and the executable, and without Node: nothing else is on the path.
    const [bin, project] = [join(home, 'bin'), join(home, 'project')]
    await mkdir(bin)
    await mkdir(project)
    await symlink(python, join(bin, 'python3'))
    await symlink(executable, join(bin, 'reqsim'))
    let output = ''
    let compared = 0
    const codes: number[] = []
    const began = performance.now()
    for (const block of codeBlocks(readPage('docs/python.md'))) {
      const path = pathOf(block)
      if (path !== undefined) await writeFile(join(project, path), `${block.text}\n`)
      else if (block.language === 'sh') {
        const outcome = await run('/bin/sh', ['-c', block.text], project, {
          HOME: home,
          PATH: bin,
          COLUMNS: '80',
        })
        codes.push(outcome.code)
        // From the executable to a first test that fails, and then succeeds.
        if (codes.length === 3) expect(performance.now() - began).toBeLessThan(120_000)
        ;({ output } = outcome)
      } else if (block.language === 'text') {
        expect(missingLine(block.text, output), output).toBeUndefined()
        compared += 1
      } else expect.unreachable(`a block without a file: ${block.text}`)
    }
    expect(codes, output).toEqual([0, 1, 0, 0, 0, 0])
    expect(compared).toBe(4)
    // Blocks after the last run of pytest have been run by none yet.
    const all = await run(python, ['-m', 'pytest', '-q'], project, { HOME: home, PATH: bin })
    expect(all.code, all.output).toBe(0)
    expect(await readFile(join(project, 'reqsim.md'), 'utf8')).toContain('#')
  })
})
