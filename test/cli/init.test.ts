/** `reqsim init`; that the test it writes passes is seen by test/package, from the packed package. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { run } from './cli.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'reqsim-init-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const written = () => readdirSync(join(folder, 'reqsim')).toSorted()
const read = (name: string) => readFileSync(join(folder, 'reqsim', name), 'utf8')

describe('in a project', () => {
  test('with TypeScript, writes a scenario and a test, and says what comes next', async () => {
    writeFileSync(join(folder, 'package.json'), '{"devDependencies":{"typescript":"^7","reqsim":"^0.2.0"}}')
    const { code, out, errors } = await run(['init', folder])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(written()).toEqual(['first.scenario.yaml', 'first.test.mts'])
    expect(out).toMatch(
      /^wrote reqsim\/first\.scenario\.yaml\nwrote reqsim\/first\.test\.mts\nwrote \.gitignore\n\nNext:\n/,
    )
    expect(out).toContain('npm install --save-dev vitest @types/node\n')
    expect(out).toContain('npx vitest run reqsim ')
    expect(read('first.test.mts')).toContain('key: string')
  })

  test('without TypeScript, writes JavaScript', async () => {
    writeFileSync(join(folder, 'package.json'), '{"dependencies":{"reqsim":"1","vitest":"5"}}')
    const { out } = await run(['init', folder])
    expect(written()).toEqual(['first.scenario.yaml', 'first.test.js'])
    expect(read('first.test.js')).not.toContain(': string')
    expect(out).not.toContain('npm install')
    expect(out).not.toContain('npm init')
  })

  test('treats a tsconfig.json as TypeScript, and creates a missing package.json', async () => {
    writeFileSync(join(folder, 'tsconfig.json'), '{}')
    const { out } = await run(['init', folder])
    expect(written()).toContain('first.test.mts')
    expect(out).toContain('npm init -y\n  npm install --save-dev reqsim vitest @types/node\n')
  })

  test('the scenario is one, with the schema that the package ships', async () => {
    await run(['init', folder])
    const scenario = await loadScenarioFile(join(folder, 'reqsim/first.scenario.yaml'))
    expect(scenario.name).toBe('first')
    const schema = /\$schema=\.\.\/node_modules\/reqsim\/(\S+)/.exec(read('first.scenario.yaml'))?.[1] ?? ''
    expect(existsSync(schema)).toBe(true)
  })
})

describe('the runner', () => {
  test.each([
    ['{"devDependencies":{"jest":"30"}}', 'first.test.mjs', 'npx jest reqsim'],
    [
      '{"devDependencies":{"@playwright/test":"1","typescript":"7"}}',
      'first.spec.mts',
      'npx playwright test reqsim',
    ],
    ['{"devDependencies":{"@playwright/test":"1","vitest":"5"}}', 'first.test.js', 'npx vitest run reqsim'],
  ])('is that of the project: %s', async (packageJson, name, command) => {
    writeFileSync(join(folder, 'package.json'), packageJson)
    const { out } = await run(['init', folder])
    expect(written()).toContain(name)
    expect(out).toContain(command)
  })

  test.each([
    ['node', 'ts', 'first.test.mts', 'node --experimental-strip-types --test reqsim/first.test.mts'],
    ['node', 'js', 'first.test.mjs', 'node --test reqsim/first.test.mjs'],
    ['jest', 'js', 'first.test.mjs', 'npm install --save-dev reqsim jest'],
    ['playwright', 'js', 'first.spec.mjs', 'npx playwright install chromium'],
    ['vitest', 'ts', 'first.test.mts', 'npm install --save-dev reqsim vitest @types/node'],
  ])('is the one of a flag: %s in %s', async (runner, language, name, instruction) => {
    const { code, out } = await run(['init', folder, '--runner', runner, '--language', language])
    expect([code, written()]).toEqual([0, ['first.scenario.yaml', name].toSorted()])
    expect(out).toContain(instruction)
    const isTyped = /: string|type SimulatorFixtures|<SimulatorFixtures>/.test(read(name))
    expect(isTyped).toBe(language === 'ts')
  })

  test('that needs a transformer for TypeScript is refused with it', async () => {
    const { code, errors } = await run(['init', folder, '--runner', 'jest', '--language', 'ts'])
    expect(code).toBe(2)
    expect(errors).toContain('leave it out, and the test is JavaScript')
    expect(existsSync(join(folder, 'reqsim'))).toBe(false)
  })

  test('none writes the scenario alone, with its schema beside it', async () => {
    const { code, out } = await run(['init', folder, '--runner', 'none'])
    expect([code, written()]).toEqual([0, ['first.scenario.yaml', 'scenario.schema.json']])
    expect(out).toContain('npx reqsim serve reqsim/first.scenario.yaml    # the world over HTTP\n')
    expect(out).not.toContain('npm')
    const [, schema = ''] = /\$schema=\.\/(\S+)\n/.exec(read('first.scenario.yaml')) ?? []
    expect(read(schema)).toBe(readFileSync('schema/scenario.schema.json', 'utf8'))
    expect((await loadScenarioFile(join(folder, 'reqsim/first.scenario.yaml'))).name).toBe('first')
  })

  test('pytest writes the client and its tests into the folder itself', async () => {
    const { code, out } = await run(['init', folder, '--runner', 'pytest'])
    expect(out).toMatch(/^  python3 -m pytest +# the tests pass$/m)
    expect(out).toMatch(/^  npx reqsim serve first\.scenario\.yaml +# the same world over HTTP$/m)
    expect(out).toContain('npx reqsim exec -- python3 -m pytest ')
    const names = [
      '.gitignore',
      'conftest.py',
      'first.scenario.yaml',
      'reqsim.py',
      'scenario.schema.json',
      'test_first.py',
    ]
    expect([code, readdirSync(folder).toSorted()]).toEqual([0, names])
    expect(readFileSync(join(folder, 'reqsim.py'), 'utf8')).toBe(
      readFileSync('clients/python/reqsim.py', 'utf8'),
    )
    expect(out).toContain("export REQSIM_COMMAND='npx reqsim'\n  python3 -m pytest ")
    expect(out).not.toContain('add to conftest.py')
  })

  test('pytest keeps a conftest.py, and says what to add', async () => {
    writeFileSync(join(folder, 'conftest.py'), '')
    const { code, out } = await run(['init', folder, '--runner', 'pytest'])
    expect([code, readFileSync(join(folder, 'conftest.py'), 'utf8')]).toEqual([0, ''])
    expect(out).toContain('kept conftest.py\n')
    expect(out).toContain('add to conftest.py: pytest_plugins = ["reqsim"]\n')
  })

  test('go writes the package and its test into the module', async () => {
    const refused = await run(['init', folder, '--runner', 'go'])
    expect([refused.code, readdirSync(folder)]).toEqual([2, []])
    expect(refused.errors).toContain("go.mod' does not name a module: run go mod init example.com/NAME first")
    writeFileSync(join(folder, 'go.mod'), '// A comment.\nmodule example.com/drones // here\n\ngo 1.19\n')
    const { code, out } = await run(['init', folder, '--runner', 'go'])
    const names = ['first.scenario.yaml', 'first_test.go', 'reqsim.go', 'scenario.schema.json']
    expect([code, written()]).toEqual([0, names])
    expect(out).toContain('go test ./reqsim ')
    expect(read('first_test.go')).toContain('\t"example.com/drones/reqsim"\n')
    expect(read('reqsim.go')).toBe(readFileSync('clients/go/reqsim.go', 'utf8'))
  })

  test.each([
    ['module (\n\texample.com/drones\n)'],
    ['module `example.com/drones`'],
    ['module\t"example.com/drones"'],
  ])('go reads the path of a module that is written as %j', async (text) => {
    writeFileSync(join(folder, 'go.mod'), `${text}\n\ngo 1.19\n`)
    await run(['init', folder, '--runner', 'go'])
    expect(read('first_test.go')).toContain('\t"example.com/drones/reqsim"\n')
  })

  test.each([
    ['pom.xml', 'mvn test'],
    ['build.gradle.kts', 'gradle test'],
  ])('junit writes the extension and its test beside %s', async (file, command) => {
    writeFileSync(join(folder, file), '')
    const { code, out } = await run(['init', folder, '--runner', 'junit'])
    expect([code, written()]).toEqual([0, ['first.scenario.yaml', 'scenario.schema.json']])
    expect(out).toContain(`  ${command} `)
    const java = (name: string) => readFileSync(join(folder, 'src/test/java/reqsim', name), 'utf8')
    expect(java('ReqsimExtension.java')).toBe(readFileSync('clients/java/ReqsimExtension.java', 'utf8'))
    expect(java('FirstTest.java')).toContain('scenario("reqsim/first.scenario.yaml")')
  })

  test('none is refused with a language', async () => {
    const { code, errors } = await run(['init', folder, '--runner', 'none', '--language', 'js'])
    expect([code, errors]).toEqual([
      2,
      'reqsim: --language js does not go with --runner none, which writes no test\n',
    ])
    expect(existsSync(join(folder, 'reqsim'))).toBe(false)
  })

  test('that does not exist is refused with those that do', async () => {
    const { code, errors } = await run(['init', folder, '--runner', 'mocha'])
    expect(code).toBe(2)
    expect(errors).toContain('vitest, jest, node, playwright, pytest, go, junit, none')
  })
})

describe('a test in TypeScript', () => {
  test('is a .ts file in a package of modules', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    await run(['init', folder, '--language', 'ts'])
    expect(written()).toEqual(['first.scenario.yaml', 'first.test.ts'])
  })
})

describe('the .gitignore', () => {
  const ignored = () => readFileSync(join(folder, '.gitignore'), 'utf8')

  test.each([
    [undefined, 'reqsim-traces/\n', 'wrote .gitignore\n'],
    ['node_modules', 'node_modules\nreqsim-traces/\n', 'added reqsim-traces/ to .gitignore\n'],
    ['dist\r\n', 'dist\r\nreqsim-traces/\r\n', 'added reqsim-traces/ to .gitignore\n'],
    ['/reqsim-traces/\ndist', '/reqsim-traces/\ndist', 'kept .gitignore\n'],
  ])('that says %j leaves traces out', async (before, after, line) => {
    if (before !== undefined) writeFileSync(join(folder, '.gitignore'), before)
    const { out } = await run(['init', folder])
    expect([ignored(), out.includes(line)]).toEqual([after, true])
    await run(['init', folder])
    expect(ignored()).toBe(after)
  })

  test('that is a link is not written through', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, '.gitignore'))
    const { code, out } = await run(['init', folder])
    expect([code, existsSync(join(folder, 'elsewhere'))]).toEqual([0, false])
    expect(out).toContain('kept .gitignore: add reqsim-traces/ to it\n')
  })
})

describe('--ci github', () => {
  interface Workflow {
    readonly on: object
    readonly permissions: object
    readonly jobs: {
      readonly test: {
        readonly steps: readonly {
          readonly uses?: string
          readonly run?: string
          readonly if?: string
          readonly with?: Readonly<Record<string, unknown>>
        }[]
      }
    }
  }
  const workflow = () =>
    parse(readFileSync(join(folder, '.github/workflows/reqsim.yaml'), 'utf8')) as Workflow
  const initialise = (...flags: string[]) => run(['init', folder, '--ci', 'github', ...flags])

  test.each([
    ['vitest', 'npx vitest run --reporter=default --reporter=reqsim/vitest/reporter', 'reqsim-traces/'],
    ['playwright', 'npx playwright test --reporter=list,reqsim/playwright/reporter', 'test-results/'],
    ['jest', 'NODE_OPTIONS=--experimental-vm-modules npx jest', 'reqsim-traces/'],
    ['node', 'node --test', 'reqsim-traces/'],
    ['pytest', 'reqsim exec --traces reqsim-traces -- python3 -m pytest', 'reqsim-traces/'],
    ['junit', 'reqsim exec --traces reqsim-traces -- mvn --batch-mode test', 'reqsim-traces/'],
  ])('writes a workflow that runs %s and keeps traces', async (runner, command, traces) => {
    const { code, out } = await initialise('--runner', runner)
    expect([code, out.includes('wrote .github/workflows/reqsim.yaml\n')]).toEqual([0, true])
    const { on, permissions, jobs } = workflow()
    expect([Object.keys(on), permissions]).toEqual([['push', 'pull_request'], { contents: 'read' }])
    const { steps } = jobs.test
    expect(steps.every(({ uses = 'actions/a@v1' }) => /^actions\/[\w-]+@v\d+$/.test(uses))).toBe(true)
    expect(steps.at(-2)).toEqual({ run: command })
    expect(steps.at(-1)).toMatchObject({
      uses: 'actions/upload-artifact@v4',
      if: 'failure()',
      with: { path: traces, 'if-no-files-found': 'ignore' },
    })
    const ignored = readFileSync(join(folder, '.gitignore'), 'utf8').split('\n')
    expect(ignored).toContain(traces)
  })

  test.each([
    ['package-lock.json', ['npm ci']],
    ['pnpm-lock.yaml', ['corepack enable', 'pnpm install --frozen-lockfile']],
    ['yarn.lock', ['corepack enable', 'yarn install --immutable']],
  ])('installs what %s names', async (lock, commands) => {
    writeFileSync(join(folder, lock), '')
    await initialise('--runner', 'vitest')
    const runs = workflow().jobs.test.steps.flatMap((step) => step.run ?? [])
    expect(runs.slice(0, -1)).toEqual(commands)
  })

  test('is the example of the documentation', async () => {
    for (const runner of ['vitest', 'playwright', 'pytest']) {
      await initialise('--runner', runner)
      const written = readFileSync(join(folder, '.github/workflows/reqsim.yaml'), 'utf8')
      expect(readFileSync(`examples/continuous-integration/${runner}.yaml`, 'utf8')).toBe(written)
      rmSync(join(folder, '.github'), { recursive: true })
    }
  })

  test('says where the workflow belongs in a repository with several projects', async () => {
    mkdirSync(join(folder, '.git'))
    const project = join(folder, 'packages/app')
    mkdirSync(project, { recursive: true })
    const { out } = await run(['init', project, '--ci', 'github'])
    expect(out).toContain(
      '  move packages/app/.github/workflows/reqsim.yaml to .github/workflows/reqsim.yaml of the repository, with defaults: { run: { working-directory: packages/app } }\n',
    )
    expect((await initialise()).out).not.toContain('move ')
  })

  test('keeps a workflow that is there, and is refused without a test', async () => {
    await initialise()
    writeFileSync(join(folder, '.github/workflows/reqsim.yaml'), 'mine')
    expect((await initialise()).out).toContain('kept .github/workflows/reqsim.yaml\n')
    const { code, errors } = await initialise('--runner', 'none')
    expect([code, errors]).toEqual([
      2,
      'reqsim: --ci github does not go with --runner none, which writes no test\n',
    ])
  })
})

describe('what is there already', () => {
  test('is left as it is, and so is what a first run wrote', async () => {
    await run(['init', folder])
    writeFileSync(join(folder, 'reqsim/first.scenario.yaml'), 'mine')
    const { code, out } = await run(['init', folder])
    expect(code).toBe(0)
    expect(out).toContain('kept reqsim/first.scenario.yaml\nkept reqsim/first.test.js\n')
    expect(read('first.scenario.yaml')).toBe('mine')
  })

  test('stands for the test in the other language', async () => {
    mkdirSync(join(folder, 'reqsim'))
    writeFileSync(join(folder, 'reqsim/first.test.js'), 'mine')
    writeFileSync(join(folder, 'tsconfig.json'), '{}')
    await run(['init', folder])
    expect(written()).toEqual(['first.scenario.yaml', 'first.test.js'])
  })

  test('is not written through a link', async () => {
    mkdirSync(join(folder, 'reqsim'))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'reqsim/first.scenario.yaml'))
    await run(['init', folder])
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })
})

describe('is refused', () => {
  test('in a missing folder', async () => {
    const { code, out, errors } = await run(['init', join(folder, 'absent')])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(errors).toMatch(/^reqsim: there is no folder '.*absent': create it, or pass another one\n$/)
  })

  test('when a file has the name of the folder', async () => {
    writeFileSync(join(folder, 'reqsim'), '')
    const { code, errors } = await run(['init', folder])
    expect(code).toBe(1)
    expect(errors).toMatch(/^reqsim: '.*reqsim': file already exists \(EEXIST\)\n$/)
  })

  test('when package.json is not JSON, before anything is written', async () => {
    writeFileSync(join(folder, 'package.json'), '{')
    const { code, errors } = await run(['init', folder])
    expect(code).toBe(1)
    expect(errors).toMatch(/^reqsim: '.*package\.json': .*JSON/)
    expect(existsSync(join(folder, 'reqsim'))).toBe(false)
  })
})
