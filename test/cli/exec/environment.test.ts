// What the command of `reqsim exec` finds in its environment.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { userTokens, withTokens } from '../../../src/cli/exec/credentials.ts'
import { commandEnvironment } from '../../../src/cli/exec/environment.ts'
import { readFaults } from '../../../src/cli/flags/fault.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { createSimulator } from '../../../src/index.ts'
import { loadReady } from '../../../src/scenario/ready/ready.ts'
import { resolveText } from '../../scenario/support.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { run } from '../cli.ts'

const { path: folder, write } = temporaryFolder()
const PATH = process.env['PATH'] ?? ''

/** The variables that a command gets. */
async function variablesOf(args: readonly string[], outer: Readonly<Record<string, string>> = {}) {
  const file = join(folder, 'environment')
  const { code, errors } = await run(['exec', ...args, '--', 'sh', '-c', `env > '${file}'; exit 0`], {
    PATH,
    ...outer,
  })
  expect(code, errors).toBe(0)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

test('addresses, tokens and the prefix of worlds', async () => {
  const { PWD: _pwd, SHLVL: _level, _, OLDPWD: _old, ...variables } = await variablesOf([])
  const url = variables['REQSIM_URL'] ?? ''
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(variables).toEqual({
    PATH,
    REQSIM_URL: url,
    REQSIM_API_URL: `${url}/api`,
    REQSIM_API_US_URL: `${url}/us/api`,
    REQSIM_WIKI_URL: `${url}/wiki`,
    REQSIM_TRACKER_URL: `${url}/tracker`,
    REQSIM_HOSTED_WIKI_URL: `${url}/eu/wiki`,
    REQSIM_HOSTED_WIKI_US_URL: `${url}/us/wiki`,
    REQSIM_HOSTED_TRACKER_URL: `${url}/eu/tracker`,
    REQSIM_HOSTED_TRACKER_US_URL: `${url}/us/tracker`,
    REQSIM_CONTROL_URL: `${url}/_sim`,
    REQSIM_WORLD_PREFIX: `${url}/_world/`,
    REQSIM_TOKEN_ADMIN: 'tok-admin',
    REQSIM_TOKEN_ALICE: 'tok-alice',
    REQSIM_TOKEN_BOB: 'tok-bob',
    REQSIM_TOKEN_EVE: 'tok-eve',
    REQSIM_TOKEN_DANA: 'tok-dana',
    REQSIM_TOKEN_UMA: 'tok-uma',
    REQSIM_TOKENS: JSON.stringify({
      admin: 'tok-admin',
      alice: 'tok-alice',
      bob: 'tok-bob',
      eve: 'tok-eve',
      dana: 'tok-dana',
      uma: 'tok-uma',
    }),
  })
})

test('a nested reqsim does not get the flags of the outer one, nor its tokens and addresses', async () => {
  const outer = {
    REQSIM_PORT: '0',
    REQSIM_MIN_EXERCISED: '0',
    REQSIM_TOKEN_ZOE: 'tok-zoe',
    REQSIM_OLD_URL: 'http://127.0.0.1:1',
    REQSIM_CONTROL_TOKEN: 'secret-secret',
    REQSIM_REPORTER: 'tap',
    REQSIM_COMMAND: 'npx reqsim',
  }
  const variables = await variablesOf(['empty'], outer)
  for (const name of ['REQSIM_PORT', 'REQSIM_MIN_EXERCISED', 'REQSIM_TOKEN_ZOE', 'REQSIM_OLD_URL'])
    expect(variables).not.toHaveProperty(name)
  expect(variables).toMatchObject({
    // The command needs it to call the control API.
    REQSIM_CONTROL_TOKEN: 'secret-secret',
    REQSIM_REPORTER: 'tap',
    REQSIM_COMMAND: 'npx reqsim',
  })
})

test('a server on all addresses is reached by the loopback address', async () => {
  const { REQSIM_URL } = await variablesOf(['--host', '0.0.0.0'])
  expect(REQSIM_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('with --tls the command has the authority of the certificate, and Node trusts it', async () => {
  const script = `const { status } = await fetch(process.env.REQSIM_URL + '/_sim/health')
    if (!process.env.REQSIM_URL.startsWith('https:') || status !== 200) process.exit(9)
    if (process.env.REQSIM_CA_FILE !== process.env.NODE_EXTRA_CA_CERTS) process.exit(8)`
  const flags = ['--tls', '--tls-ca', join(folder, 'ca.pem')]
  const command = [process.execPath, '--input-type=module', '-e', script]
  const { code, errors } = await run(['exec', ...flags, '--', ...command], { PATH })
  expect(code, errors).toBe(0)
})

test('a nested reqsim takes the address and the control token as flags, and nothing else', () => {
  const flags = createProgram({}).commands.flatMap(({ options }) => options.map(({ envVar }) => envVar))
  const parts = { url: 'http://127.0.0.1:1', tokens: [], controlToken: 'secret-secret', flagVariables: [] }
  const variables = Object.keys(commandEnvironment({}, parts))
  expect(variables.filter((name) => flags.includes(name))).toEqual(['REQSIM_URL', 'REQSIM_CONTROL_TOKEN'])
})

describe('names of users', () => {
  const eu = 'eu' as const
  const variables = (...tokens: readonly { user: string; region: 'eu' | 'us'; value: string }[]) =>
    commandEnvironment({}, { url: 'http://127.0.0.1:1', tokens, controlToken: undefined, flagVariables: [] })

  test('that are no names of variables have underscores', () => {
    expect(
      variables({ user: 'jean-luc.p', region: eu, value: 'a' }, { user: 'Zoë', region: eu, value: 'b' }),
    ).toMatchObject({
      REQSIM_TOKEN_JEAN_LUC_P: 'a',
      REQSIM_TOKEN_ZO_: 'b',
      REQSIM_TOKENS: '{"jean-luc.p":"a","Zoë":"b"}',
    })
  })

  test('that lead to one variable are in the JSON only', () => {
    const found = variables({ user: 'a.b', region: eu, value: 'a' }, { user: 'a-b', region: eu, value: 'b' })
    expect(found).not.toHaveProperty('REQSIM_TOKEN_A_B')
    expect(found['REQSIM_TOKENS']).toBe('{"a.b":"a","a-b":"b"}')
  })

  test('of both regions have the suffix _US for us', () => {
    expect(
      variables({ user: 'ann', region: eu, value: 'a' }, { user: 'ann', region: 'us', value: 'b' }),
    ).toMatchObject({ REQSIM_TOKEN_ANN: 'a', REQSIM_TOKEN_ANN_US: 'b' })
  })
})

describe('tokens', () => {
  test('of a scenario in which every user has one are as they are', async () => {
    const demo = await loadReady('demo')
    expect(withTokens(demo)).toBe(demo)
  })

  test('are added for users without one, in every world and after a reset', async () => {
    const scenario = await resolveText(
      'extends: [demo]\nworld:\n  users: [{ name: carol, organizations: [{ organization: 1 }] }, { name: old, organizations: [{ organization: 1 }] }]\n  tokens: [{ user: old, name: t, value: tok-old2, expires: 2020-01-01T00:00:00Z }, { user: old, name: u, value: tok-carol, application: 101 }]\n  us: { users: [{ name: carol }] }\n',
    )
    const extended = withTokens(scenario)
    const tokens = userTokens(extended)
    expect(tokens).toContainEqual({ user: 'carol', region: 'eu', value: 'tok-carol-exec' })
    expect(tokens).toContainEqual({ user: 'old', region: 'eu', value: 'tok-old-exec' })
    expect(tokens).toContainEqual({ user: 'carol', region: 'us', value: 'tok-carol' })
    const sim = await createSimulator({ scenario: extended })
    const headers = { Authorization: 'Bearer tok-carol-exec' }
    for (const prefix of ['', '/_world/gw0']) {
      const { status } = await sim.fetch(`${prefix}/api/applications?organizationId=1`, { headers })
      expect(status).toBe(200)
    }
  })
})

describe('--fault', () => {
  test.each([
    ['wiki.baseline.list status=503 times=2', [{ operation: 'wiki.baseline.list', status: 503, times: 2 }]],
    ['interface=wiki latency=2s probability=0.5', [{ interface: 'wiki', latency: '2s', probability: 0.5 }]],
    ['user=42 drop=true', [{ user: '42', drop: true }]],
    ['truncate=50%; truncate=50', [{ truncate: '50%' }, { truncate: 50 }]],
    ['outage=102 for=5m', [{ outage: 102, for: '5m' }]],
    ['path=/a?b=c status=500', [{ path: '/a?b=c', status: 500 }]],
    ['{"status": 500, "message": "a b"}', [{ status: 500, message: 'a b' }]],
    ['[{"status": 500}, {"status": 501}]', [{ status: 500 }, { status: 501 }]],
  ])('%s', (text, faults) => {
    expect(readFaults(text, undefined)).toEqual(faults)
    expect(readFaults(text, [{ status: 418 }])).toEqual([{ status: 418 }, ...faults])
  })

  test.each([
    ['', /A fault is written/],
    ['wiki.baseline.list 503', /'503' is not written field=value/],
    ['=503', /'=503' is not written field=value/],
    ['status=503 status=504', /'status' appears twice/],
    ['operation=a wiki.b', /'wiki\.b' is not written/],
    ['status=5033', /status: must be at most 599, not '5033'/],
    ['{"status": }', /It is not JSON/],
    ['[1]', /the fault: must be an object/],
    ['__proto__=1', /a fault has no field '__proto__'/],
  ])('%s is refused', (text, message) => {
    expect(() => readFaults(text, undefined)).toThrow(message)
  })

  test('applies in every world, also of a scenario file with faults of its own', async () => {
    const file = write('own.yaml', 'extends: [demo]\nfaults: [{ interface: tracker, status: 500 }]\n')
    const script = `const base = process.env
    for (const url of [base.REQSIM_URL, base.REQSIM_WORLD_PREFIX + 'gw0'])
      for (const [path, status] of [['/wiki/rest/reqs/1/baseline/ENG', 503], ['/tracker/rest/reqs/1/issue/DRN-1', 500]])
        if ((await fetch(url + path)).status !== status) process.exit(9)`
    const { code, errors } = await run(
      [
        'exec',
        file,
        '--fault',
        'interface=wiki status=503',
        '--',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
      ],
      { PATH },
    )
    expect(code, errors).toBe(0)
  })
})
