/** Every flag of every command can be given as a variable; a flag that is given wins, and a bad value names the variable. */
import type { Command, Option } from 'commander'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { run } from './cli.ts'

/** For each flag: a value, another one, what they are read as, and a value that is refused; none where any text will do. */
const values: Readonly<Record<string, readonly [one: string, other: string, read: unknown, bad?: string]>> = {
  REQSIM_PORT: ['4011', '0', 4011, '65536'],
  REQSIM_HOST: ['0.0.0.0', '127.0.0.1', '0.0.0.0'],
  REQSIM_CLOCK: ['live:60x', 'manual', { mode: 'live', speed: 60 }, 'fast'],
  REQSIM_BUDGET: ['10s', '2m', '10s', 'soon'],
  REQSIM_SCHEDULES: ['10', '20', 10, '0'],
  REQSIM_JOBS: ['2', '3', 2, '0'],
  REQSIM_RECOVERABLE: ['2', '3', 2, '0'],
  REQSIM_MAX_FAILURES: ['2', '3', 2, '0'],
  REQSIM_TIMEOUT: ['10s', '2m', '10s', 'soon'],
  REQSIM_WITHOUT: ['edits,jobs', 'clock', ['edits', 'jobs'], 'fault'],
  REQSIM_FAULTS: ['slow,late', 'malformed', ['slow', 'late'], 'slowly'],
  REQSIM_MAY_FAIL: ['exit 3', 'gave up', [{ exitCode: 3 }], 'exit 300'],
  REQSIM_ONLY: ['wiki.*,*:effect:*', 'a', ['wiki.*', '*:effect:*'], 'a,,b'],
  REQSIM_KINDS: ['permission,lost-write', 'time', ['allowed', 'refused', 'lost-write'], 'lost-writes'],
  REQSIM_SPACE: ['ENG', 'OPS', 'ENG', 'E N G'],
  REQSIM_THRESHOLD: ['80', '60.5', 80, '101'],
  REQSIM_SINCE: ['a.json', 'b.json', 'a.json'],
  REQSIM_HTML: ['a.html', 'b.html', 'a.html'],
  REQSIM_MARKDOWN: ['a.md', 'b.md', 'a.md'],
  REQSIM_MUTANT_REACHED: ['a.txt', 'b.txt', 'a.txt'],
  REQSIM_CHECK: ['a', 'b', 'a'],
  REQSIM_TRACES: ['a', 'b', 'a'],
  REQSIM_STEP: ['12', '13', 12, '0'],
  REQSIM_JUNIT: ['a.xml', 'b.xml', 'a.xml'],
  REQSIM_SEED: ['7', '8', '7', 's'.repeat(101)],
  REQSIM_ALLOW_HOST: ['a.test,b.test', 'c.test', ['a.test', 'b.test'], 'a.test,,b.test'],
  REQSIM_CORS_ORIGIN: ['http://a.test', 'http://b.test', ['http://a.test'], 'a.test'],
  REQSIM_CONTROL_TOKEN: ['secret-secret', 'another-secret', 'secret-secret', 'short'],
  REQSIM_WORLD_MAXIMUM: ['10', '20', 10, '0'],
  REQSIM_DRAIN: ['10s', '2m', '10s', 'soon'],
  REQSIM_WORLD_IDLE: ['30m', '1h', '30m', 'soon'],
  REQSIM_OPENAPI: ['a.json,b.yaml', 'c.json', ['a.json', 'b.yaml'], 'a.json,,b.yaml'],
  REQSIM_SURFACE: ['wiki', 'tracker', ['wiki'], 'nowhere'],
  REQSIM_FAULT: [
    'interface=wiki drop=true',
    '{"status": 500}',
    [{ interface: 'wiki', drop: true }],
    'status=ok',
  ],
  REQSIM_UNTIL: ['frozen', 'thawed', 'frozen'],
  REQSIM_TEXT: ['1', 'true', true, 'maybe'],
  REQSIM_STAGE: ['1', 'true', true, 'maybe'],
  REQSIM_OTLP: ['http://127.0.0.1:4318/', 'https://b.test', 'http://127.0.0.1:4318', '127.0.0.1:4318'],
  REQSIM_LOG: ['errors', 'off', 'errors', 'loud'],
  REQSIM_ALLOW_COMMANDS: ['1', 'true', true, 'maybe'],
  REQSIM_WATCH: ['1', 'true', true, 'maybe'],
  REQSIM_STOP_WITH_STDIN: ['1', 'true', true, 'maybe'],
  REQSIM_TLS: ['1', 'true', true, 'maybe'],
  REQSIM_TLS_CA: ['a.pem', 'b.pem', 'a.pem'],
  REQSIM_TLS_CERT: ['a.pem', 'b.pem', 'a.pem'],
  REQSIM_TLS_KEY: ['a.key', 'b.key', 'a.key'],
  REQSIM_KEEP_CREDENTIALS: ['1', 'true', true, 'maybe'],
  REQSIM_REPORTER: ['junit', 'tty', 'junit', 'html'],
  REQSIM_REPORT: ['a.md', 'b.html', ['a.md'], 'a.txt'],
  REQSIM_MAX_ASSUMPTIONS: ['1:below-likely', '2', { maximum: 1, below: 'likely' }, 'many'],
  REQSIM_MIN_EXERCISED: ['1', '2', 1, '-1'],
  REQSIM_MAX_UNKNOWN_FIELDS: ['1', '2', 1, '1.5'],
  REQSIM_MAX_UNMATCHED: ['1', '2', 1, 'x'],
  REQSIM_MAX_RATE_LIMITED: ['1', '2', 1, 'x'],
  REQSIM_FORBID: ['internal', 'deprecated', ['internal'], 'everything'],
  REQSIM_OUT: ['a.json', 'b.json', 'a.json'],
  REQSIM_AGAINST: ['demo', 'empty', 'demo'],
  REQSIM_HEADER: ['X-A: 1', 'X-B: 2', [['x-a', '1']], 'nothing'],
  REQSIM_AS: ['alice', '1=bob', [{ caller: undefined, user: 'alice' }], '1='],
  REQSIM_BASE: [
    'wiki=https://wiki.example.test/',
    'tracker=https://tracker.example.test',
    [
      {
        url: 'https://wiki.example.test',
        address: expect.objectContaining({ interface: 'wiki', region: 'eu' }),
      },
    ],
    'wiki',
  ],
  REQSIM_VALUES: ['1', 'true', true, 'maybe'],
  REQSIM_VALUE: ['body.id', 'status', [expect.objectContaining({ written: 'body.id' })], 'body..id'],
  REQSIM_IGNORE: ['body.id', 'status', [expect.objectContaining({ written: 'body.id' })], 'body..id'],
  REQSIM_WRITE_OVERRIDES: ['a.yaml', 'b.yaml', 'a.yaml'],
  REQSIM_FORMAT: ['json', 'markdown', 'json', 'pdf'],
  REQSIM_GAPS: ['a.yaml', 'b.yaml', 'a.yaml'],
  REQSIM_MIN_SHARE: ['95', '60.5', 95, '101'],
  REQSIM_SNIPPET: ['curl', 'Python', 'curl'],
  REQSIM_JSON: ['1', 'true', true, 'maybe'],
  REQSIM_RUNNER: ['jest', 'node', 'jest', 'mocha'],
  REQSIM_URL: ['http://a.test:4010/', 'https://b.test', 'http://a.test:4010', 'a.test:4010'],
  REQSIM_CI: ['github', 'none', 'github', 'gitlab'],
  REQSIM_LANGUAGE: ['js', 'ts', 'js', 'py'],
  REQSIM_SEARCH: ['freeze fault', 'clock', 'freeze fault'],
}

/** Arguments that each command needs besides its flags. */
const needed: Readonly<Record<string, readonly string[]>> = {
  run: ['demo'],
  draft: ['a.har', '--out', 'b.yaml'],
  report: ['a.json'],
  list: ['machines'],
  openapi: ['wiki'],
  validate: ['a.yaml'],
  replay: ['a.har', '--against', 'demo'],
  record: ['--against', 'http://a.test', '--out', 'b.har'],
  show: ['a.trace'],
  bundle: ['--out', 'b.html'],
}

/** Only clients of tests pass this variable on as a flag, so that no other server makes a mistake. */
const WITHOUT_VARIABLE = '--mutant'

const flags = createProgram({}).commands.flatMap((command) =>
  command.options
    .filter(({ long }) => long !== WITHOUT_VARIABLE)
    .map((option) => [command.name(), option.long ?? '', option] as const),
)

beforeEach(() => () => vi.unstubAllEnvs())

/** What a command is given for one of its flags; its own work is not done. */
async function readFlag(command: string, option: Option, args: readonly string[]): Promise<unknown> {
  const program = createProgram()
  program.configureOutput({ writeErr: () => {} })
  for (const each of program.commands) each.configureOutput({ writeErr: () => {} }).exitOverride()
  const chosen = program.commands.find((each) => each.name() === command) as Command
  let options: Record<string, unknown> = {}
  chosen.action(() => void (options = chosen.opts()))
  const others = (needed[command] ?? []).filter((_, index, all) => {
    const isOwn = (at: number) => all[at] === option.long
    return !isOwn(index) && !isOwn(index - 1)
  })
  await program.parseAsync([command, ...others, ...args], { from: 'user' })
  return options[option.attributeName()]
}

test('every flag has a variable of its name, and stands in the table', () => {
  expect(flags.length).toBeGreaterThan(20)
  for (const [command, long, option] of flags) {
    const name = `REQSIM_${long.slice(2).toUpperCase().replaceAll('-', '_')}`
    expect(option.envVar, `${command} ${long}`).toBe(name)
    expect(Object.keys(values)).toContain(name)
  }
  const known = flags.map(([, , option]) => option.envVar)
  expect(Object.keys(values).filter((name) => !known.includes(name))).toEqual([])
})

describe.each(flags)('%s %s', (command, long, option) => {
  const variable = option.envVar as string
  const [one, other, read] = values[variable] as (typeof values)[string]

  test('is read from its variable, and the flag wins', async () => {
    const byDefault = option.mandatory ? undefined : await readFlag(command, option, [])
    expect(byDefault).toEqual(option.defaultValue)
    vi.stubEnv(variable, one)
    expect(await readFlag(command, option, [])).toEqual(read)
    const args = option.isBoolean() ? [long] : [long, other]
    const flagged = await readFlag(command, option, args)
    if (!option.isBoolean()) expect(flagged).not.toEqual(read)
    vi.unstubAllEnvs()
    expect(await readFlag(command, option, args)).toEqual(flagged)
  })
})

const variableOf = (option: Option) => option.envVar as string
const refusable = flags.filter(([, , option]) => values[variableOf(option)]?.[3] !== undefined)
const switches = flags.filter(([, , option]) => option.isBoolean())
const optional = flags.filter(([, , option]) => !option.mandatory)

test.each(refusable)('a bad value for %s %s names the variable', async (command, _long, option) => {
  vi.stubEnv(variableOf(option), values[variableOf(option)]?.[3])
  await expect(readFlag(command, option, [])).rejects.toThrow(variableOf(option))
})

test.each(switches)('%s %s is off where its variable says 0', async (command, _long, option) => {
  vi.stubEnv(variableOf(option), '0')
  expect(await readFlag(command, option, [])).toBeUndefined()
})

test.each(optional)(
  '%s %s is as if not given where its variable is empty',
  async (command, _long, option) => {
    vi.stubEnv(variableOf(option), '')
    expect(await readFlag(command, option, [])).toEqual(option.defaultValue)
  },
)

describe('from the shell', () => {
  test('a bad value ends with 2 and says which variable it was', async () => {
    const { code, out, errors } = await run(['serve'], { REQSIM_PORT: 'http' })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(errors).toContain("value 'http' from env 'REQSIM_PORT' is invalid. A port is a number")
  })

  test('a switch takes 1 and 0', async () => {
    const { code, errors } = await run(['serve'], { REQSIM_WATCH: 'maybe' })
    expect(code).toBe(2)
    expect(errors).toBe("reqsim: REQSIM_WATCH: 'maybe' is neither yes nor no: write 1 or 0\n")
  })
})
