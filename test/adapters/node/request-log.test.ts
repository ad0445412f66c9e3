// The request log: serve printed no request at all.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkLogLevel, defaultLogLevel } from '../../../src/adapters/node/log-level.ts'
import {
  createRequestLog,
  type RequestLogOptions,
  type WriteLog,
} from '../../../src/adapters/node/request-log.ts'
import { keepLatestRequests } from '../../../src/cli/exec/latest-requests.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { codeBlocks } from '../../docs/support/code-blocks.ts'
import { readPage } from '../../docs/support/pages.ts'

const WIKI = 'http://wiki.sim/rest/reqs/1'
const ALICE = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }

/** The lines of everything that `calls` sends. */
async function logged(
  calls: (sim: Simulator) => unknown,
  options: Partial<RequestLogOptions> = {},
  sim?: Simulator,
): Promise<string[]> {
  const simulator = sim ?? (await createSimulator({ scenario: 'demo' }))
  let text = ''
  const write: WriteLog = (part, done) => {
    text += part
    done(true)
  }
  const log = createRequestLog({ level: 'all', write, color: false, ...options })
  log.watch(simulator)
  await calls(simulator)
  await log.close()
  return text === '' ? [] : text.trimEnd().split('\n')
}

const put = (sim: Simulator, body: string) =>
  sim.fetch(`${WIKI}/requirement2/ENG/REQ-001`, { method: 'PUT', headers: ALICE, body })

describe('a line for each exchange', () => {
  test('has number, time, user, method, path, status, operation, and what is notable', async () => {
    const calls = async (sim: Simulator) => {
      await put(sim, '{"html":"x"}')
      await sim.fetch(`${WIKI}/requirement/ENG/REQ-001?x=1`, { headers: ALICE })
      sim.faults.add({ operation: 'wiki.requirement.read', status: 503, times: 1 })
      await sim.fetch(`${WIKI}/requirement2/ENG/REQ-001`)
      await sim.fetch(`${WIKI}/baseline-actions/ENG/freeze/2`, { method: 'POST', headers: ALICE })
      await sim.fetch(`${WIKI}/baseline/ENG/2`, { headers: ALICE })
    }
    const begin = '2026-01-05T09:00:00.000Z'
    expect(await logged(calls)).toEqual([
      `#1 ${begin} alice: PUT /rest/reqs/1/requirement2/ENG/REQ-001 → 200, ignored: body html (did you mean htmlExcerpt?) (wiki.requirement.write)`,
      `#2 ${begin} alice: GET /rest/reqs/1/requirement/ENG/REQ-001 → 404 (no operation), nearest: GET /rest/reqs/1/requirement2/{spaceKey}/{key}`,
      `#3 ${begin} nobody: GET /rest/reqs/1/requirement2/ENG/REQ-001 → 503 (wiki.requirement.read, by fault 1)`,
      expect.stringMatching(/^#4 .* alice: POST .*\/freeze\/2 → 200/),
      expect.stringMatching(
        /^#5 .* → 200, pending until 2026-01-05T09:0\d:\d\d\.\d{3}Z \(wiki\.baseline\.read\)$/,
      ),
    ])
  })

  test('says that it was over the rate limit', async () => {
    const sim = await createSimulator({ scenario: 'demo', config: { rateLimit: 'enforce' } })
    const lines = await logged(
      async () => {
        for (let call = 0; call < 201; call++)
          await sim.fetch('http://api.sim/api/applications/101', { headers: ALICE })
      },
      { level: 'errors' },
      sim,
    )
    expect(lines).toEqual([
      '#201 2026-01-05T09:00:00.000Z alice: GET /api/applications/101 → 429, over the rate limit (standalone.application.read): rate limit of 200 requests per minute reached: wait 60 s',
    ])
  })

  // A client that read one page, and one that sent a lost write again, showed nothing but 200 and 409.
  test('says that a list goes on, what an error says, and that a lost write was carried out', async () => {
    const calls = async (sim: Simulator) => {
      await sim.fetch(`${WIKI}/requirement2/ENG?limit=10`, { headers: ALICE })
      await sim.fetch(`${WIKI}/requirement2/ENG?limit=10&offset=10`, { headers: ALICE })
      await sim.fetch('http://api.sim/api/applications?organizationId=1&limit=2', { headers: ALICE })
      sim.faults.add({ operation: 'wiki.requirement.reserve', drop: true, performed: true, times: 1 })
      const reserve = () =>
        sim.fetch(`${WIKI}/requirement2/ENG/REQ-020`, { method: 'POST', headers: ALICE, body: '{}' })
      await reserve().catch(() => undefined)
      await reserve()
      await sim.fetch('http://tracker.sim/rest/reqs/1/requirement2/ENG/REQ-001', { headers: ALICE })
    }
    expect((await logged(calls)).map((line) => line.slice(line.indexOf('→')))).toEqual([
      '→ 200, results 1 to 10 of 12, and more pages follow (wiki.requirement.search)',
      '→ 200 (wiki.requirement.search)',
      '→ 200, results 1 to 2 of 3, and more pages follow (standalone.application.list)',
      '→ no response, although it was carried out (wiki.requirement.reserve, by fault 1)',
      "→ 409 (wiki.requirement.reserve): key 'REQ-020' is taken in space 'ENG': choose another, or send override=true to take the requirement that has it",
      "→ 404 (no operation): no operation at 'GET /rest/reqs/1/requirement2/ENG/REQ-001': it is an operation of the wiki interface, which is at 'http://wiki.sim'",
    ])
  })

  // Both showed a plain 200, or a 409 that did not say where the requirement is.
  test('says that a response is a frozen copy, and where a requirement with a former key is', async () => {
    const calls = async (sim: Simulator) => {
      const call = (method: string, path: string, user: string, body?: object) =>
        sim.fetch(path.startsWith('http') ? path : `${WIKI}${path}`, {
          method,
          headers: { Authorization: `Bearer tok-${user}`, 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      await call('GET', '/requirement2/ENG/REQ-001?v=1', 'alice')
      await call('GET', '/requirement2/ENG/REQ-001?v=Release%201.0', 'alice')
      await call('PUT', '/requirement2/ENG/REQ-012', 'alice', { newKey: 'REQ-050' })
      await call('PUT', '/requirement2/ENG/REQ-050', 'alice', { newKey: 'REQ-051' })
      await call('GET', '/requirement2/ENG/REQ-012', 'alice')
      await call('PUT', '/requirement2/ENG/REQ-012', 'alice', { htmlExcerpt: 'x' })
      const link = {
        applinkId: '99999999-8888-4777-8666-555555555555',
        spaceKey: 'ENG',
        key: 'REQ-012',
        relationship: 'implements',
      }
      await call('POST', 'http://tracker.sim/rest/reqs/1/issuelinks/DRN-3', 'alice', [link])
      await call('GET', '/requirement/REQ-099', 'alice')
      // Only an administrator may read where this one went.
      await call('PUT', '/requirement2/ENG/REQ-011', 'admin', { newSpaceKey: 'LAB', newKey: 'SEC-7' })
      await call('DELETE', '/requirement2/ENG/REQ-011', 'alice')
      await call('DELETE', '/requirement2/ENG/REQ-011', 'admin')
    }
    expect((await logged(calls)).map((line) => line.slice(line.indexOf('→')))).toEqual([
      "→ 200, frozen copy of baseline 1 'Release 1.0' (wiki.requirement.read)",
      "→ 200, frozen copy of baseline 1 'Release 1.0' (wiki.requirement.read)",
      '→ 200 (wiki.requirement.write)',
      '→ 200 (wiki.requirement.write)',
      "→ 200, requirement 'REQ-012' is now 'REQ-051' (wiki.requirement.read)",
      "→ 409, requirement 'REQ-012' is now 'REQ-051' (wiki.requirement.write): requirement 'REQ-012' is MOVED and cannot be written: it can lose its issue links",
      "→ 404, requirement 'REQ-012' is now 'REQ-051' (tracker.issuelinks.create): key: no requirement 'REQ-012' in space 'ENG'",
      "→ 200, requirement 'REQ-099' is DELETED (wiki.requirementByKey.read)",
      '→ 200 (wiki.requirement.write)',
      "→ 409 (wiki.requirement.delete): requirement 'REQ-011' is MOVED and cannot be deleted: it can lose its issue links",
      "→ 409, requirement 'REQ-011' is now 'SEC-7' in space 'LAB' (wiki.requirement.delete): requirement 'REQ-011' is MOVED and cannot be deleted: it can lose its issue links",
    ])
  })

  test('names its world', async () => {
    const [line] = await logged((sim) => sim.fetch('/_world/other/api/applications/101', { headers: ALICE }))
    expect(line).toMatch(
      /alice: GET \/api\/applications\/101 → 200 \(standalone\.application\.read\) in world other$/,
    )
  })

  test('moves no cursor, and begins no other line', async () => {
    const lines = await logged((sim) => sim.fetch(`${WIKI}/x%0a%1b[2J\u202e`, { headers: ALICE }))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  })
})

test('the page of the command line shows the lines of these requests', async () => {
  const [sample] = codeBlocks(readPage('docs/command-line.md')).filter(({ language }) => language === 'text')
  const wiki = '/wiki/rest/reqs/1'
  const lines = await logged(async (sim) => {
    const body = '{"html":"x"}'
    await sim.fetch(`${wiki}/requirement2/ENG/REQ-001`, { method: 'PUT', headers: ALICE, body })
    await sim.fetch('/api/aplications', { headers: ALICE })
    await sim.fetch(`${wiki}/baseline-actions/ENG/freeze/2`, { method: 'POST', headers: ALICE })
    await sim.fetch(`${wiki}/baseline/ENG/2`, { headers: { Authorization: 'Bearer tok-bob' } })
  })
  expect(sample?.text.trimEnd().split('\n')).toEqual(lines)
})

test('no credential stands in a line, wherever a client puts it', async () => {
  const secret = 'PLANTED-token-of-alice'
  const headers = { ...ALICE, 'X-Api-Key': secret, Cookie: `JSESSIONID=${secret}` }
  const lines = await logged(async (sim) => {
    for (const path of [secret, `requirement2/ENG/${secret}`, `requirement2/ENG?${secret}=1&token=${secret}`])
      await sim.fetch(`${WIKI}/${path}`, { headers })
    const body = JSON.stringify({ [secret]: 1, properties: [{ key: 'a', value: 'b', [secret]: 1 }] })
    await sim.fetch(`${WIKI}/requirement2/ENG/REQ-001`, { method: 'PUT', headers, body })
    await sim.fetch(`${WIKI}/tok-alice`, { headers })
    // The messages of these errors repeat what they refuse.
    await sim.fetch(`${WIKI}/requirement2/ENG?limit=${secret}`, { headers })
    await sim.fetch(`${WIKI}/requirement2/ENG?q=key = '${secret}`, { headers })
    // The parser of queries quotes the first word of what is not quoted, here a part of a credential.
    for (const query of [secret, `key = ${secret}`, 'tok-alice', 'tok%2Dalice'])
      await sim.fetch(`${WIKI}/requirement2/ENG?q=${query}`, { headers })
    for (const wrong of [secret, `{"newKey":"${secret}","htmlExcerpt":1}`])
      await sim.fetch(`${WIKI}/requirement2/ENG/REQ-001`, { method: 'PUT', headers, body: wrong })
  })
  expect(lines).toHaveLength(13)
  expect(lines.join('\n')).not.toMatch(/PLANTED|\btok\b|alice'/)
})

describe('the levels', () => {
  const calls = async (sim: Simulator) => {
    await put(sim, '{"htmlExcerpt":"x"}')
    await put(sim, '{"html":"x"}')
    await sim.fetch(`${WIKI}/nothing`)
  }

  test.each([
    ['all', ['#1', '#2', '#3']],
    ['errors', ['#2', '#3']],
    ['off', []],
  ] as const)('%s', async (level, numbers) => {
    expect((await logged(calls, { level })).map((line) => line.split(' ')[0])).toEqual(numbers)
  })

  test('are checked', () => {
    expect(() => checkLogLevel('loud')).toThrow("log must be one of off, errors, all, not 'loud'")
    expect(() => checkLogLevel(undefined)).not.toThrow()
  })

  test('begin with all on a terminal, and with off elsewhere', () => {
    const levels = [true, false].map((isTTY) => {
      vi.stubGlobal('process', { stderr: { isTTY } })
      onTestFinished(() => void vi.unstubAllGlobals())
      return defaultLogLevel()
    })
    expect(levels).toEqual(['all', 'off'])
  })
})

test('colours follow the status', async () => {
  const lines = await logged(
    async (sim) => {
      await put(sim, '{"htmlExcerpt":"x"}')
      await put(sim, '{"html":"x"}')
      await sim.fetch(`${WIKI}/nothing`)
    },
    { color: true },
  )
  const [green, ignored, missing] = ['\u001b[32m', '\u001b[33m', '\u001b[33m'].map((color) => `${color} → `)
  expect(lines.map((line, index) => line.includes([green, ignored, missing][index] ?? ''))).toEqual([
    true,
    true,
    true,
  ])
})

describe('a terminal that stands still', () => {
  test('holds up no exchange, and the log ends all the same', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const writes: string[] = []
    const log = createRequestLog({ level: 'all', color: false, write: (text) => void writes.push(text) })
    log.watch(sim)
    for (let call = 0; call < 300; call++) await sim.fetch('http://api.sim/api/applications/101')
    await log.close()
    expect(writes).toHaveLength(1)
    expect(sim.journal.entries()).toHaveLength(300)
  })

  test('gets later how many lines it missed', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    let text = ''
    let go = (): void => {}
    const write: WriteLog = (part, done) => {
      text += part
      if (text === part) go = () => done(true)
      else done(true)
    }
    const log = createRequestLog({ level: 'all', color: false, write })
    log.watch(sim)
    await sim.fetch('http://api.sim/api/applications/101')
    await expect.poll(() => text).toMatch(/^#1 /)
    for (let call = 0; call < 5010; call++) await sim.fetch('http://api.sim/api/applications/101')
    go()
    await log.close()
    expect(text.trimEnd().split('\n')).toHaveLength(1 + 5000 + 1)
    expect(text).toMatch(/\(10 more requests, not logged: the terminal is too slow\)\n$/)
  })

  test('that went away ends the log', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const write = vi.fn<WriteLog>((_text, done) => done(false))
    const log = createRequestLog({ level: 'all', color: false, write })
    log.watch(sim)
    await sim.fetch('http://api.sim/api/applications/101')
    await expect.poll(() => write.mock.calls.length).toBe(1)
    await sim.fetch('http://api.sim/api/applications/101')
    await log.close()
    expect(write).toHaveBeenCalledTimes(1)
  })
})

test('exec keeps the latest lines only', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const latest = keepLatestRequests('all')
  latest.watch(sim)
  for (let call = 0; call < 450; call++) await sim.fetch('http://api.sim/api/applications/101')
  const [title, first, ...others] = latest.lines(false)
  expect(title).toBe('the last 200 of 450 logged requests:')
  expect(first).toMatch(/^ {2}#251 /)
  expect(others).toHaveLength(199)
})
