// A draft of a session: what the session shows becomes a world in which its reads return the same.

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { run } from '../cli/cli.ts'
import { browserArchive } from '../replay/replaying.ts'
import { temporaryFolder } from '../support/folder.ts'
import { renamedDemo } from './renamed.ts'
import { journalOf, type SessionCall, sessionOf } from './sessions.ts'

const { path: folder, write } = temporaryFolder()
const DEMO_TOKENS = new Map(['admin', 'alice', 'bob'].map((user) => [user, `tok-${user}`]))

interface Report {
  readonly callers: Readonly<Record<string, string>>
  readonly replayed: number
  readonly held: number
  readonly percent: number
  readonly filled: { readonly percent: number } | null
  readonly operations: readonly {
    readonly operation: string
    readonly replayed: number
    readonly held: number
  }[]
  readonly gaps: readonly {
    readonly exchange: number | null
    readonly text: string
    readonly lines: readonly string[]
  }[]
}

let drafts = 0

/** Runs the command over an archive. */
async function draft(archive: object, ...flags: readonly string[]) {
  const name = `session-${++drafts}`
  const out = `${folder}/${name}.yaml`
  const har = write(`${name}.har`, JSON.stringify(archive))
  const { code, out: printed, errors } = await run(['draft', har, '--out', out, '--json', ...flags])
  expect(errors).toBe('')
  expect(code).toBe(0)
  const text = readFileSync(out, 'utf8')
  return {
    out,
    har,
    text,
    file: parse(text) as Record<string, unknown>,
    report: JSON.parse(printed) as Report,
  }
}

/** Records calls in a demo, and drafts them. */
async function drafted(calls: readonly SessionCall[], simulator?: Simulator) {
  const demo = simulator ?? (await createSimulator({ scenario: 'demo' }))
  return draft(await journalOf(demo, calls, DEMO_TOKENS))
}

const wiki = (rest: string) => `/wiki/rest/reqs/1${rest}`
const read = (path: string, user: string | undefined = 'alice'): SessionCall => ({
  user,
  method: 'GET',
  path,
})

describe('a session that reads the whole world', () => {
  test.for(['demo', 'migration'] as const)(
    'drafts %s so that its responses hold, all of them with the proposed lines',
    async (scenario) => {
      const simulator = await createSimulator({ scenario })
      const { report, file, text } = await drafted(sessionOf(simulator, ['admin', undefined]), simulator)
      expect(report.operations.filter(({ replayed, held }) => held < replayed)).toEqual([
        { operation: 'wiki.excel.readConfig', replayed: 2, held: 1 },
      ])
      expect(report.percent).toBeGreaterThanOrEqual(99)
      expect(report.filled?.percent).toBe(100)
      expect(report.gaps.flatMap(({ lines }) => lines)).toHaveLength(2)
      expect(Object.keys(file)).toEqual(['name', 'clock', 'world'])
      expect(text).not.toMatch(/tok-|sess-/)
    },
  )

  test('drafts a world with other names, ids and dates as well', async () => {
    const { scenario, user, tokens } = await renamedDemo(20_260_105)
    const simulator = await createSimulator({ scenario })
    const reader = user('bob')
    const { report } = await draft(
      await journalOf(simulator, sessionOf(simulator, ['admin', reader]), tokens),
    )
    expect(report.callers).toEqual({ admin: 'admin', [reader]: reader })
    expect(report.percent).toBeGreaterThanOrEqual(99)
    expect(report.filled?.percent).toBe(100)
  })
})

describe('the first state', () => {
  test('is drafted of a requirement that the session writes later', async () => {
    const path = wiki('/requirement2/ENG/REQ-011')
    const { report, file } = await drafted([
      read(path),
      {
        user: 'alice',
        method: 'PUT',
        path,
        body: { spaceKey: 'ENG', key: 'REQ-011', htmlExcerpt: 'Other.' },
      },
      read(path),
    ])
    expect(report).toMatchObject({ replayed: 3, held: 3 })
    expect(JSON.stringify(file)).toContain('The drone shall accept a supply voltage')
    expect(JSON.stringify(file)).not.toContain('Other.')
  })

  test('has no requirement that the session creates', async () => {
    const list = '/api/requirements?applicationId=101&projectContainerId=1001&limit=200'
    const { report, file } = await drafted([
      read(list),
      {
        user: 'alice',
        method: 'POST',
        path: '/api/requirements?applicationId=101',
        body: { containerId: 1001, key: 'REQ-500', text: 'New.' },
      },
      read(list),
    ])
    expect(report).toMatchObject({ replayed: 3, held: 3 })
    expect(JSON.stringify(file)).not.toContain('REQ-500')
  })

  test('has the rights that calls show, refusals included', async () => {
    const { file, report } = await drafted([
      read(wiki('/requirement2/ENG'), 'bob'),
      read(wiki('/requirement2/LAB'), 'bob'),
      read(wiki('/requirement2/LAB'), 'admin'),
      read(wiki('/integration'), 'admin'),
      { user: undefined, method: 'GET', path: wiki('/requirement2/ENG') },
    ])
    expect(report).toMatchObject({ replayed: 5, held: 5 })
    const { spaces, sites } = file['world'] as { spaces: { key: string; grants?: object }[]; sites: object[] }
    expect(spaces.find(({ key }) => key === 'ENG')?.grants).toEqual({ read: ['bob'] })
    expect(spaces.find(({ key }) => key === 'LAB')?.grants).toEqual({ read: ['admin'] })
    expect(sites).toContainEqual(expect.objectContaining({ administrators: ['admin'] }))
  })
})

describe('the command', () => {
  test('writes what fills the gaps as a scenario that extends the draft', async () => {
    const gaps = `${folder}/filled.yaml`
    const demo = await createSimulator({ scenario: 'demo' })
    const calls = [read(wiki('/page/ENG/4002')), read(wiki('/excel/ENG/9001/config'))]
    const { report } = await draft(await journalOf(demo, calls, DEMO_TOKENS), '--gaps', gaps)
    expect(report.percent).toBe(50)
    expect(report.filled?.percent).toBe(100)
    const filled = await loadScenarioFile(gaps)
    expect(filled.world.requirements?.filter(({ excel }) => excel === 9001)).toHaveLength(2)
  })

  test('replays to the share that it prints', async () => {
    const demo = await createSimulator({ scenario: 'demo' })
    const { out, har } = await draft(await journalOf(demo, [read(wiki('/requirement2/ENG'))], DEMO_TOKENS))
    const { code, out: printed } = await run(['replay', har, '--against', out, '--values'])
    expect(printed).toContain('1 replayed, 0 different')
    expect(code).toBe(0)
  })

  test('reads an archive of a browser, whose callers get names and placeholders', async () => {
    const demo = await createSimulator({ scenario: 'demo' })
    const { body } = await demo.exchange({
      method: 'GET',
      url: wiki('/requirement2/ENG/REQ-001'),
      headers: { authorization: 'Bearer tok-alice' },
      body: undefined,
    })
    const base = 'https://intra.example/confluence/rest/reqs/1'
    const { text, report } = await draft(
      browserArchive([
        {
          url: `${base}/requirement2/ENG/REQ-001`,
          headers: { authorization: 'Bearer secret-of-alice' },
          answer: JSON.parse(String(body)) as object,
        },
      ]),
    )
    expect(report.callers).toEqual({ '1': 'caller-1' })
    expect(text).toContain('placeholder-caller-1')
    expect(text).not.toContain('secret-of-alice')
  })

  test('lists a response that is not what its operation declares', async () => {
    const { report } = await draft(
      browserArchive([
        { url: 'https://intra.example/confluence/rest/reqs/1/requirement2/ENG/REQ-001', answer: { id: 'x' } },
      ]),
    )
    expect(report.gaps).toContainEqual({
      exchange: 1,
      text: expect.stringContaining('declared shape of wiki.requirement.read: body.id'),
      lines: [],
    })
  })

  test('fails below --min-share, and does not overwrite a file', async () => {
    const demo = await createSimulator({ scenario: 'demo' })
    const har = await journalOf(demo, [read(wiki('/excel/ENG/9001/config'))], DEMO_TOKENS)
    const archive = write('excel.har', JSON.stringify(har))
    const out = `${folder}/low.yaml`
    const low = await run(['draft', archive, '--out', out, '--min-share', '95'])
    expect(low.code).toBe(1)
    expect(low.errors).toContain('0 % of the responses are as recorded, less than --min-share 95')
    expect(existsSync(out)).toBe(true)
    const again = await run(['draft', archive, '--out', out])
    expect(again.code).toBe(2)
    expect(again.errors).toContain('exists: name a file that does not exist yet')
  })
})
