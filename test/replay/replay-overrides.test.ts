/** What a replay reports: values where asked, overrides of assumptions that explain differences, JSON and JUnit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { presets } from '../../src/api/ledger/presets.ts'
import { readArchive } from '../../src/replay/archive.ts'
import { explain } from '../../src/replay/overrides.ts'
import { scenarioTarget, type ScenarioTarget } from '../../src/replay/target.ts'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { startClient } from '../support/client.ts'
import { againstDemo, browserArchive, makeFolder, replay } from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

const WIKI = 'http://wiki.sim/rest/reqs/1'

/** A refusal and a good answer of a service that chooses these alternatives. */
async function sessionUnder(assumptions: Record<string, string>, name = 'service.har'): Promise<string> {
  const client = await startClient({ scenario: 'demo', config: { assumptions } })
  await client.get(`${WIKI}/requirement2/ENG/REQ-001`)
  await client.get(`${WIKI}/requirement2/ENG/REQ-777`)
  await client.get('http://api.sim/api/applications/101')
  return folder.write(name, client.simulator.journal.har())
}

describe('overrides', () => {
  test('explains a refusal, and a scenario with the written override returns the same', async () => {
    const file = await sessionUnder({ A07: 'plain-text' })
    const written = join(folder.path, 'overrides.yaml')
    const { code, out, error } = await againstDemo(file, '--write-overrides', written)
    expect([code, error]).toEqual([1, '3 replayed, 1 different'])
    expect(out).toBe(`#2 GET ${WIKI}/requirement2/ENG/REQ-777
  header content-type: 'application/json' instead of 'text/plain'
  body: JSON instead of text that is not JSON
  agrees with A07: plain-text
with these overrides, all responses are as recorded:
  A07: plain-text (Error body of the embedded interfaces)
`)
    expect(readFileSync(written, 'utf8')).toContain(
      'config:\n  assumptions:\n    A07: "plain-text" # Error body of the embedded interfaces\n',
    )
    const scenario = folder.write('as-recorded.yaml', 'extends: [demo, ./overrides.yaml]\n')
    expect(await replay(file, '--against', scenario)).toMatchObject({ code: 0, error: '' })
    expect(await replay(file, '--against', scenario, '--write-overrides', written)).toMatchObject({ code: 0 })
    expect(readFileSync(written, 'utf8')).toContain('assumptions: {}')
  })

  test('finds several together, and leaves unexplained differences', async () => {
    const file = await sessionUnder({ A07: 'standalone', A53: 'omit' }, 'several.har')
    const har = JSON.parse(readFileSync(file, 'utf8'))
    har.log.entries[2].response.content.text = '{"id":101,"never":"seen"}'
    const { out } = await againstDemo(folder.write('several.har', har), '--reporter', 'json')
    const report = JSON.parse(out)
    expect(report).toMatchObject({
      replayed: 3,
      different: 3,
      overrides: { A07: 'standalone', A53: 'omit' },
      differentWithOverrides: 1,
    })
    expect(report.exchanges[0]).toMatchObject({
      number: 1,
      operation: 'wiki.requirement.read',
      differences: [
        { place: 'body.baseline', text: 'not recorded' },
        { place: 'body.baselineDetails', text: 'not recorded' },
      ],
      explainedBy: [{ id: 'A53', value: 'omit', agrees: true, othersDiffer: [] }],
    })
    expect(report.exchanges[2].explainedBy).toEqual([])
  })

  test('finds names from the service when values are compared', async () => {
    const client = await startClient({
      scenario: 'demo',
      config: { assumptions: { A122: 'BUILDING/RELEASED' } },
    })
    await client.get(`${WIKI}/baseline/ENG/1`)
    await client.call('POST', `${WIKI}/baseline-actions/ENG/freeze/2`)
    await client.get(`${WIKI}/baseline/ENG/2`)
    const file = folder.write('names.har', client.simulator.journal.har())
    expect((await againstDemo(file)).code).toBe(0)
    const { out } = await againstDemo(file, '--value', 'body.status')
    expect(out).toContain('"DONE" instead of "RELEASED"')
    expect(out).toContain('with these overrides, all responses are as recorded:\n  A122: BUILDING/RELEASED (')
  })

  test('lists an override that adds differences, without choosing it', async () => {
    const plain = await sessionUnder({ A07: 'plain-text' }, 'contradiction.har')
    const usual = await sessionUnder({}, 'usual.har')
    const har = JSON.parse(readFileSync(plain, 'utf8'))
    har.log.entries.push(...JSON.parse(readFileSync(usual, 'utf8')).log.entries.slice(1, 2))
    const { out } = await againstDemo(folder.write('contradiction.har', har))
    expect(out).toContain('  agrees with A07: plain-text, but then #4 differs\n')
    expect(out).not.toContain('with these overrides')
  })

  test('lists exchanges that come closer, unless their status differs', async () => {
    const entry = (status: number) => ({
      url: `${WIKI}/requirement2/ENG/REQ-777`,
      status,
      responseHeaders: { 'content-type': 'text/plain', 'retry-after': '5' },
      answer: { text: 'No such requirement.' },
    })
    const file = folder.write('closer.har', browserArchive([entry(404), entry(500)]))
    const { out } = await againstDemo(file, '--as', 'alice', '--ignore', 'header.x-rate-limit-*')
    const [first = '', second = ''] = out.split('#2 ')
    expect(first).toContain('  closer with A07: plain-text\n')
    expect(second).toMatch(
      / {2}status: 404 instead of 500\n(?: {2}header .*\n)*with these overrides, 2 responses still differ:\n {2}A07/,
    )
    const others = folder.write('other-status.har', browserArchive([entry(500)]))
    expect((await againstDemo(others, '--as', 'alice')).out).not.toContain('A07')
  })

  test('the default counts as an alternative when the scenario selects another', async () => {
    const file = await sessionUnder({}, 'default.har')
    const scenario = folder.write(
      'other.yaml',
      'extends: [demo]\nconfig: { assumptions: { A07: plain-text } }\n',
    )
    expect((await replay(file, '--against', scenario)).out).toContain('agrees with A07: status-code\n')
  })
})

test('the choices of a preset of the scenario are in force', async () => {
  const [preset = '', { alternatives } = {}] = [...presets][0] ?? []
  const scenario = folder.write(
    'preset.yaml',
    `extends: [demo]\nconfig: { assumptions: { preset: ${preset} } }\n`,
  )
  expect(
    scenarioTarget(await createSimulator({ scenario: await loadScenarioFile(scenario) })).chosen,
  ).toEqual(alternatives)
})

test('stops trying when it would be too much work, and reports that', async () => {
  const archive = readArchive(await sessionUnder({}, 'bounded.har'))
  const calls = archive.exchanges.map((exchange, index) => ({
    number: index + 1,
    exchange,
    place: { url: exchange.url, operation: undefined },
    user: undefined,
  }))
  const comparison = { values: false, valuesAt: [], ignored: [] }
  const session = { archive, calls, leftOut: new Map(), headerOverrides: {}, comparison }
  let forks = 0
  const target: ScenarioTarget = {
    chosen: {},
    checkUser: () => {},
    fork: () => {
      forks++
      return () => Promise.resolve({ status: 500, headers: {}, body: '' })
    },
  }
  const outcomes = calls.map(({ number, exchange }) => ({
    number,
    method: 'GET',
    url: exchange.url,
    operation: undefined,
    differences: [{ place: 'body', text: 'none' }],
    uncompared: undefined,
    assumptions: ['A07', 'A53', 'A54'],
  }))
  const work = 1 + calls.length + 20
  expect(await explain(session, target, outcomes, work)).toMatchObject({ chosen: [], untried: 5 - forks })
  expect(forks).toBeGreaterThan(0)
  expect(forks).toBeLessThan(5)
  expect(await explain(session, target, outcomes, 0)).toMatchObject({ left: 3, untried: 5 })
})

describe('values', () => {
  const application = 'http://api.sim/api/applications/101'
  const body = async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const answer = await simulator.exchange({ method: 'GET', url: application, headers: {} }, { as: 'alice' })
    return { headers: answer.headers, value: JSON.parse(String(answer.body)) as Record<string, unknown> }
  }
  const replayed = async (changes: object, ...flags: string[]) => {
    const { headers, value } = await body()
    const file = folder.write(
      'values.har',
      browserArchive([{ url: application, responseHeaders: headers, answer: { ...value, ...changes } }]),
    )
    const { out } = await againstDemo(file, '--as', 'alice', ...flags)
    return out.split('\n').filter((line) => /^ {2}\w+[^:]*: /.test(line))
  }

  test('are compared only on request', async () => {
    const changes = { name: 'another', type: 'other' }
    expect(await replayed(changes)).toEqual([])
    const [, found] = [...(await replayed(changes, '--values'))].sort()
    expect(found).toMatch(/^ {2}body\.type: "CONFLUENCE" instead of "other"$/)
    expect(await replayed(changes, '--value', 'body.type')).toHaveLength(1)
    expect(await replayed(changes, '--value', 'body.*')).toHaveLength(2)
    expect(await replayed(changes, '--value', 'body.typ')).toEqual([])
    expect(await replayed(changes, '--values', '--ignore', 'body.type')).toHaveLength(1)
    expect(await replayed(changes, '--values', '--ignore', 'body')).toEqual([])
    expect(await replayed({}, '--ignore', 'header')).toEqual([])
  })

  test('a different type is reported once, with the shape', async () => {
    expect(await replayed({ name: 5 }, '--values')).toEqual(['  body.name: text instead of number'])
  })

  test('headers by name', async () => {
    expect(await replayed({}, '--value', 'header.x-request-id')).toEqual([])
    const { headers, value } = await body()
    const file = folder.write(
      'header.har',
      browserArchive([
        { url: application, responseHeaders: { ...headers, 'X-Request-Id': 'r' }, answer: value },
      ]),
    )
    const { out } = await againstDemo(file, '--as', 'alice', '--value', 'header.X-Request-Id')
    expect(out).toMatch(/ {2}header x-request-id: '.+' instead of 'r'\n/)
  })

  test.each(['', 'id', 'body..id', 'body.a b', 'headers', 'body[0]', `body.${'a'.repeat(200)}`])(
    '--value %j',
    async (place) => {
      expect((await againstDemo('x.har', '--value', place)).error).toMatch(/A path is written/)
    },
  )
})

test('as JUnit: a case for each exchange, its differences in the failure', async () => {
  const file = await sessionUnder({ A07: 'plain-text' }, 'junit <&>.har')
  const { out } = await againstDemo(file, '--reporter', 'junit')
  expect(out).toContain('<testsuites name="reqsim replay" tests="3" failures="1" errors="0" skipped="0">')
  expect(out).toContain('junit &lt;&amp;&gt;.har')
  expect(out.match(/<testcase /g)).toHaveLength(3)
  expect(out).toContain('agrees with A07: plain-text</failure>')
})

test('a file that cannot be written', async () => {
  const file = await sessionUnder({ A07: 'plain-text' })
  const target = join(folder.path, 'absent', 'x.yaml')
  expect(await againstDemo(file, '--write-overrides', target)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^cannot write /),
  })
})
