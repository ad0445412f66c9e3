// `reqsim mutate` as a command: what it runs, what it prints, and how it ends. Its mutants are made for these tests.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makers } from '../../../src/mutate/makers.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { run, startProcess, startWithoutTerminal } from '../cli.ts'
import { made, refusing, replacing } from './made.ts'

beforeEach(() => {
  vi.spyOn(makers, 'ofOperation').mockImplementation((operation) => [
    made(operation, 'effect', 'lost-write', {
      sentence: 'lost its write',
      handle: replacing('REQ-001', 'REQ-002'),
    }),
    made(operation, 'permission', 'refused', { handle: refusing }),
    made(operation, 'permission', 'allowed'),
  ])
  vi.spyOn(makers, 'shared').mockReturnValue([])
  return () => vi.restoreAllMocks()
})

// Each run starts several processes, and loads mutants.
vi.setConfig({ testTimeout: 120_000 })

const { path: folder } = temporaryFolder()
const PATH = process.env['PATH'] ?? ''

const node = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code]
const READ = `
const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE }
const path = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const response = await fetch(process.env.REQSIM_URL + path, { headers })
const body = await response.json()
`
const STATUS_ONLY = `${READ}
if (response.status !== 200) throw new Error('no success')`
const STRICT = `${STATUS_ONLY}
if (body.key !== 'REQ-001') throw new Error('wrong key')`

describe('mutate', () => {
  it('lists what survives in sentences, and gives a score', async () => {
    const { code, out, errors } = await run(['mutate', ...node(STATUS_ONLY)])
    expect(code, errors).toBe(0)
    expect(errors).toMatch(
      /^reqsim: the command passed in \d+\.\d s without a mutant and used 1 operation; 3 mutants to try\n$/,
    )
    expect(out).toContain(
      `Your tests would not notice 1 of 2 mistakes of the service that they reached.

1. Your tests would not notice if wiki.requirement.read lost its write.
   To notice it: look at wiki.requirement.read
`,
    )
    expect(out).toContain('wiki.requirement.read  50 %   1       0         1         1\n')
    expect(out).toContain('Score 50 %: of 2 reached mutants, the tests noticed 1. 1 mutant changed nothing')
  })

  it('ends with 0 for tests that notice everything', async () => {
    const { code, out } = await run(['mutate', '--threshold', '100', '--jobs', '2', ...node(STRICT)])
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Your tests notice all 2 mistakes of the service that they reached.'),
    ])
  })

  it('prints the same bytes for the same seed, in the order of the seed whatever --jobs is', async () => {
    const args = (jobs: string) => [
      'mutate',
      '--json',
      '--kinds',
      'permission',
      '--jobs',
      jobs,
      ...node(STRICT),
    ]
    const [one, three] = [await run(args('1')), await run(args('3'))]
    expect(three.out).toBe(one.out)
  })

  it('ends with 2 for a command that fails without a mutant, with the end of its output', async () => {
    const { code, errors } = await run(['mutate', ...node("console.log('my test failed'); process.exit(1)")])
    expect(code).toBe(2)
    expect(errors).toContain('the command fails without a mutant')
    expect(errors).toContain('my test failed')
  })

  it('ends with 2 for a command that calls no operation, and with 127 for one that does not exist', async () => {
    const idle = await run(['mutate', ...node('')])
    expect([idle.code, idle.errors]).toEqual([2, expect.stringContaining('called no operation')])
    const absent = await run(['mutate', '--', 'no-such-command-here'])
    expect([absent.code, absent.errors]).toEqual([127, expect.stringContaining("'no-such-command-here'")])
  })

  it('counts a failure without a change of the mutant as not reached, and says that', async () => {
    const file = join(folder, 'ran')
    const second = `${READ}
const { existsSync, writeFileSync } = await import('node:fs')
if (existsSync(${JSON.stringify(file)})) throw new Error('not the first time')
writeFileSync(${JSON.stringify(file)}, '')`
    const { out } = await run(['mutate', '--json', '--only', '*:permission:allowed', ...node(second)])
    expect(JSON.parse(out)).toMatchObject({
      notReached: 1,
      score: null,
      mutants: [{ status: 'not-reached', message: expect.stringMatching(/^the command failed although/) }],
    })
  })

  it('selects mutants by id, operation, group and kind, and corrects what it does not know', async () => {
    const ids = async (...flags: string[]) => {
      const { out } = await run(['mutate', '--json', ...flags, ...node(STRICT)])
      return (JSON.parse(out) as { mutants: { kind: string }[] }).mutants.map(({ kind }) => kind)
    }
    expect(await ids('--only', 'wiki.requirement.*', '--kinds', 'refused')).toEqual(['refused'])
    expect(await ids('--only', '*:effect:*')).toEqual(['lost-write'])
    const operation = await run(['mutate', '--only', 'wiki.requirement.raed', ...node(STRICT)])
    expect([operation.code, operation.errors]).toEqual([
      2,
      expect.stringContaining("'wiki.requirement.raed': did you mean 'wiki.requirement.read'?"),
    ])
    const id = await run(['mutate', '--only', 'wiki.requirement.read:effect:lostwrite', ...node(STRICT)])
    expect([id.code, id.errors]).toEqual([
      2,
      expect.stringContaining("did you mean 'wiki.requirement.read:effect:lost-write'?"),
    ])
    const kind = await run(['mutate', '--kinds', 'lost-writes', ...node(STRICT)])
    expect([kind.code, kind.errors]).toEqual([2, expect.stringContaining("did you mean 'lost-write'?")])
  })

  it('with --since tries only what is new or survived, and keeps the other results', async () => {
    const file = join(folder, 'last.json')
    const runs = join(folder, 'runs')
    const counted = (code: string) => `${code}
const { appendFileSync } = await import('node:fs')
appendFileSync(${JSON.stringify(runs)}, 'x')`
    writeFileSync(file, (await run(['mutate', '--json', ...node(STATUS_ONLY)])).out)
    const { code, out, errors } = await run(['mutate', '--json', '--since', file, ...node(counted(STRICT))])
    expect(code, errors).toBe(0)
    expect(errors).toContain('1 mutant to try')
    // The run without a mutant passes; the one with the survivor of last time fails before it counts.
    expect(readFileSync(runs, 'utf8')).toBe('x')
    const { mutants } = JSON.parse(out) as { mutants: { kind: string; status: string; kept?: true }[] }
    expect(Object.fromEntries(mutants.map(({ kind, status, kept }) => [kind, [status, kept]]))).toEqual({
      'lost-write': ['killed', undefined],
      refused: ['killed', true],
      allowed: ['not-reached', true],
    })
  })

  it.each([
    ['', 'it is empty; write --json to another file'],
    ['{"a":', 'JSON'],
    ['{"mutants":[]}', 'must be'],
  ])('with --since refuses the file %j', async (text, why) => {
    const file = join(folder, 'wrong.json')
    writeFileSync(file, text)
    const { code, errors } = await run(['mutate', '--since', file, ...node(STRICT)])
    expect([code, errors]).toEqual([2, expect.stringContaining('has no report of reqsim mutate')])
    expect(errors).toContain(why)
  })

  it('with a budget that is used up reports what it found until then', async () => {
    const { code, out } = await run(['mutate', '--json', '--budget', '1ms', ...node(STRICT)])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ended: 'budget', left: 3, mutants: [] })
  })

  it('ends below the threshold with 1, and writes its files, also on GitHub', async () => {
    const files = { html: 'a.html', markdown: 'a.md', junit: 'a.xml' }
    const flags = Object.entries(files).flatMap(([name, file]) => [`--${name}`, join(folder, file)])
    const summary = join(folder, 'summary.md')
    writeFileSync(summary, '')
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const args = ['mutate', '--threshold', '80', '--kinds', 'lost-write,refused', ...flags]
    const { code, errors } = await run([...args, ...node(STATUS_ONLY)], github)
    expect(code).toBe(1)
    expect(errors).toContain('reqsim: the score is 50 %, below --threshold 80')
    expect(errors).toContain(
      '::error title=reqsim mutate%3A wiki.requirement.read%3Aeffect%3Alost-write::Your tests',
    )
    expect(readFileSync(summary, 'utf8')).toContain('1 survivor, score 50 %')
    for (const file of Object.values(files)) expect(existsSync(join(folder, file))).toBe(true)
    expect(readFileSync(join(folder, files.html), 'utf8')).toContain('<mutation-test-report-app ')
  })

  it('ends a command that takes too long, with all that it started', async () => {
    const client = join(folder, 'endless.mjs')
    writeFileSync(client, `${READ}if (body.key !== 'REQ-001') setInterval(() => {}, 1000)`)
    const line = `"${process.execPath}" "${client}"; exit $?`
    // The run ends when nothing has the output of the command any more.
    const { out } = await run(['mutate', '--json', '--kinds', 'lost-write', '--', 'sh', '-c', line], { PATH })
    expect(JSON.parse(out)).toMatchObject({ timeout: 1, score: 100 })
  })

  it('reads what tests say that start simulators themselves', async () => {
    const writes = `
const { appendFileSync } = await import('node:fs')
const { REQSIM_MUTANT: mutant, REQSIM_MUTANT_REACHED: file } = process.env
appendFileSync(file, mutant === 'none' ? 'wiki.requirement.read\\n' : mutant + '\\n')
if (mutant.endsWith('refused')) process.exit(1)`
    const { out } = await run(['mutate', '--json', ...node(writes)])
    expect(JSON.parse(out)).toMatchObject({ killed: 1, survived: 2, notReached: 0 })
  })
})

/** A command that writes an `x` to the file as it begins, and does not end with a mutant. */
const endless = (file: string, mutant = 'none') =>
  node(`${READ}
const { appendFileSync } = await import('node:fs')
appendFileSync(${JSON.stringify(file)}, 'x')
if (process.env.REQSIM_MUTANT !== '${mutant}') await new Promise((resolve) => setTimeout(resolve, 60_000))`)

const begun = (file: string, times: string) =>
  vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(times), { timeout: 60_000, interval: 100 })

describe('a process of mutate', () => {
  it('keeps what it found when it is interrupted, ends what runs, and ends with 130', async () => {
    const file = join(folder, 'interrupted')
    const command = startProcess(['mutate', '--json', '--kinds', 'permission', ...endless(file)], { PATH })
    await begun(file, 'xx')
    command.process.kill('SIGINT')
    const { code, out } = await command.finished
    expect(code).toBe(130)
    expect(JSON.parse(out)).toMatchObject({ ended: 'interrupted', mutants: [], left: 2 })
  })

  it('ends with 3 when its server dies, and ends the command', async () => {
    const file = join(folder, 'died')
    const code = "process.once('SIGUSR2', () => { throw new Error('lost its mind') })"
    const dying = `data:text/javascript,${encodeURIComponent(code)}`
    const command = startWithoutTerminal(['mutate', ...endless(file, 'with any')], dying)
    await begun(file, 'x')
    command.process.kill('SIGUSR2')
    const finished = await command.finished
    expect(finished.code).toBe(3)
    expect(finished.errors).toContain('the server died, and the commands were ended: Error: lost its mind')
  })
})
