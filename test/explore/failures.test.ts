/** Which failures count as one, in which order they are listed and searched for, and which value is shown. */
import { describe, expect, it } from 'vitest'
import { explore, type ExploreOptions } from '../../src/adapters/explore.ts'
import { errorKey } from '../../src/explore/error-key.ts'
import type { Simulator } from '../../src/index.ts'

const headers = { Authorization: 'Bearer tok-alice' }
const WIKI = 'http://wiki.sim/rest/reqs/1'
const FREEZE = `${WIKI}/baseline-actions/ENG/freeze/2`
const LIST = `${WIKI}/baseline/ENG`
const REQUIREMENTS = 'http://api.sim/api/applications/101/projects/1001/variants/5001/requirements'

const onlyFaults = {
  clock: false,
  edits: false,
  outages: false,
  jobs: false,
  messages: false,
  assumptions: false,
} as const

const keyOf = (message: string) => errorKey({ kind: 'error', error: new Error(message) })

describe('errors', () => {
  it.each([
    ['the command ended with exit code 3', 'the command ended with exit code 4'],
    [
      'the command ended with exit code null, signal SIGSEGV',
      'the command ended with exit code null, signal SIGABRT',
    ],
    ['freezing was refused with 409', 'freezing was refused with 404'],
    ['no baseline', 'no page'],
  ])('%j and %j are told apart', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it.each([
    ['lost REQ-003 of 12', 'lost REQ-011 of 7'],
    ['got 503', 'got 429'],
    ['HTTP 404: {"message":"no page 12"}', 'HTTP 404: {"message":"no space", "errors":[]}'],
    ['HTTP 502: <html>a</html>', 'HTTP 502: <!doctype html>'],
    [
      `Unexpected token ',', ..."ll":"a","x",": is not valid JSON`,
      `Expected ',' or '}' after property value in JSON at position 7 (line 1 column 8)`,
    ],
    ['Unexpected end of JSON input', 'Unterminated string in JSON at position 41'],
    [
      'JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
      "JSONDecodeError: Expecting ',' delimiter: line 1 column 34 (char 33)",
    ],
    ["expected [ 'REQ-001' ] to equal", "expected [ 'REQ-001', 'REQ-002' ] to equal"],
    ['late at 2026-01-05T09:00:00.000Z', 'late at 2026-01-06T10:11:12Z'],
  ])('%j and %j are one', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  it('with long or hostile messages are compared in no time', () => {
    const began = performance.now()
    for (const part of ['Expected ', '{ "', '[a,', '<a', '1', 'Unterminated string', '[\t'])
      keyOf(part.repeat(100_000))
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

const textOf = async (response: Promise<Response>) => (await response).text()

describe('failures', () => {
  it('with one error after a disturbance of different operations are several', async () => {
    const { failures } = await explore({
      run: async (sim) => {
        for (const url of [LIST, REQUIREMENTS])
          if (!(await sim.fetch(url, { headers })).ok) throw new Error('it failed')
      },
      vary: { ...onlyFaults, faults: { unavailable: true } },
      schedules: 20,
    })
    expect(failures.map(({ sentence }) => sentence)).toEqual([
      'wiki.baseline.list got 503: the client threw "it failed"',
      'standalone.requirement.list got 503: the client threw "it failed"',
    ])
  })

  it('with another body or number in their error count once', async () => {
    const { failures } = await explore({
      run: async (sim) => {
        for (let attempt = 1; attempt <= 3; attempt++) {
          const text = await textOf(sim.fetch(LIST, { headers }))
          if (!text.startsWith('[')) throw new Error(`attempt ${attempt} got ${text}`)
          JSON.parse(text)
        }
      },
      vary: { ...onlyFaults, faults: { unavailable: true, 'server-error': true, malformed: true } },
      schedules: 20,
    })
    expect(failures.map(({ schedule }) => schedule.map(({ kind }) => kind))).toEqual([
      ['malformed'],
      ['unavailable'],
    ])
  })

  it('that leave wrong data come before those that give up, whichever was found first', async () => {
    const options: ExploreOptions = {
      run: async (sim) => {
        const first = await sim.fetch(LIST, { headers })
        if (!first.ok) throw new Error('gave up')
        await sim.fetch(FREEZE, { method: 'POST', headers })
        const list = await sim.fetch(REQUIREMENTS, { headers })
        return list.ok ? (await list.json()).items.length : 0
      },
      check: (_sim, { result, error }) => {
        if (error === undefined && result === 0) throw new Error('no requirements')
      },
      vary: { ...onlyFaults, faults: { unavailable: true, 'lost-response': true } },
      schedules: 40,
    }
    const { failures } = await explore(options)
    const seen = failures.map(({ consequence, message }) => `${consequence}: ${message}`)
    expect(seen).toEqual([
      'wrong data: no requirements',
      'work not reported: fetch failed',
      'gave up: fetch failed',
      'gave up: fetch failed',
      'gave up: gave up',
    ])
  })
})

it('a client that gives up at every operation does not end the search before what loses data', async () => {
  const urls = [
    LIST,
    `${LIST}/1`,
    `${LIST}/2`,
    `${WIKI}/requirement2/ENG`,
    `${WIKI}/requirement2/ENG/REQ-001`,
  ]
  const { failures } = await explore({
    run: async (sim) => {
      for (const url of urls) {
        const response = await sim.fetch(url, { headers })
        if (!response.ok) throw new Error(`got ${response.status}`)
        await response.json()
      }
      const list = await sim.fetch(REQUIREMENTS, { headers })
      return list.ok ? (await list.json()).items.length : 0
    },
    check: (_sim, { result, error }) => {
      if (error === undefined && result === 0) throw new Error('no requirements')
    },
    vary: onlyFaults,
    schedules: 80,
    maximumFailures: 5,
  })
  expect(failures[0]).toMatchObject({ consequence: 'wrong data', message: 'no requirements' })
})

it('the value that an alternative changed is that of the first response that differs', async () => {
  const { assumptions } = await explore({
    run: async (sim) => {
      const list = async () => (await sim.fetch(`${WIKI}/baseline/ENG/2`, { headers })).json()
      await sim.fetch(FREEZE, { method: 'POST', headers })
      const { status } = await list()
      // What follows from a status that the client does not know.
      if (status !== 'IN_CREATION') await sim.fetch(`${WIKI}/baseline/ENG/99`, { headers })
      else sim.clock.advance('1h')
      if ((await list()).status !== 'DONE') throw new Error('not done')
    },
    vary: { ...onlyFaults, faults: false, assumptions: ['A122'] },
  })
  expect(assumptions.map(({ changed }) => changed)).toEqual([
    { operation: 'wiki.baseline.read', at: '$.status', usual: '"IN_CREATION"', changed: '"FREEZING"' },
    { operation: 'wiki.baseline.read', at: '$.status', usual: '"IN_CREATION"', changed: '"IN_PROGRESS"' },
  ])
})

describe('the search', () => {
  const schedulesOf = async (run: ExploreOptions['run'], vary: ExploreOptions['vary'] = {}) => {
    const disturbed: string[] = []
    await explore({
      run,
      check: (_sim, { exchanges }) =>
        void disturbed.push(
          ...exchanges.flatMap(({ fault, number }) => (fault === undefined ? [] : [`${fault} ${number}`])),
        ),
      mayFail: () => true,
      vary: { ...onlyFaults, ...vary },
      schedules: 20,
    })
    return disturbed
  }

  it('disturbs each operation before it takes the next disturbance, those that write first', async () => {
    const disturbed = await schedulesOf(async (sim) => {
      const call = (url: string, method: string) => sim.fetch(url, { method, headers }).catch(() => undefined)
      for (let read = 0; read < 5; read++) await call(LIST, 'GET')
      await call(REQUIREMENTS, 'GET')
      await call(FREEZE, 'POST')
    })
    expect(disturbed.slice(0, 6)).toEqual([
      'lost-response 7',
      'lost-response 1',
      'lost-response 6',
      'malformed 7',
      'malformed 1',
      'malformed 6',
    ])
  })

  it('goes to the last call of an operation right after its first ones', async () => {
    const disturbed = await schedulesOf(
      async (sim) => {
        for (let read = 0; read < 9; read++) await sim.fetch(LIST, { headers }).catch(() => undefined)
      },
      { faults: { unavailable: true, 'lost-response': true } },
    )
    expect(disturbed.slice(0, 5)).toEqual([
      'lost-response 1',
      'unavailable 1',
      'lost-response 9',
      'unavailable 9',
      'lost-response 2',
    ])
  })

  it('tries alternatives and disturbances in turn', async () => {
    const ran: number[] = []
    await explore({
      run: async (sim) => {
        const { status } = await sim.fetch(`${WIKI}/requirement2/ENG?limit=2`, { headers })
        ran.push(status)
      },
      mayFail: () => true,
      vary: { ...onlyFaults, assumptions: true, faults: { unavailable: true } },
      schedules: 12,
    })
    expect(ran.filter((status) => status === 503).length).toBeGreaterThan(0)
  })
})

describe('short pages', () => {
  const all = (next: (page: { items: unknown[]; limit: number }) => number) => async (sim: Simulator) => {
    const keys: unknown[] = []
    for (let offset = 0, total = 1; offset < total;) {
      const response = await sim.fetch(`${REQUIREMENTS}?offset=${offset}&limit=20`, { headers })
      const page = await response.json()
      keys.push(...page.items)
      total = page.total
      offset += next(page)
    }
    if (keys.length !== 12) throw new Error(`${keys.length} requirements instead of 12`)
  }
  const options = { vary: { ...onlyFaults, faults: { 'short-page': true } }, schedules: 40 } as const

  it('find a client that skips what a short page left out', async () => {
    const { failures } = await explore({ ...options, run: all(() => 20) })
    expect(failures.map(({ sentence }) => sentence)).toEqual([
      'standalone.requirement.list returned a page with one item: the client threw "1 requirements instead of 12"',
    ])
  })

  it('pass a client that goes on after what it got', async () => {
    const { failures, coverage } = await explore({ ...options, run: all(({ items }) => items.length) })
    expect(failures).toEqual([])
    expect(coverage.operations).toMatchObject([{ pairs: [{ kind: 'short-page' }] }])
  })

  it('are not planned for operations that return no pages', async () => {
    const { coverage, schedules } = await explore({
      ...options,
      run: async (sim) => void (await sim.fetch(LIST, { headers })),
    })
    expect(schedules).toBe(1)
    expect(coverage.operations).toMatchObject([{ pairs: [], untried: [] }])
  })
})

describe('the expiry of a token', () => {
  const client =
    (renews: boolean) =>
    async (sim: Simulator): Promise<void> => {
      const signIn = async () => (await sim.tokens.create({ user: 'alice', expiresIn: '1h' })).value
      let token = await signIn()
      for (let read = 0; read < 2; read++) {
        const send = () => sim.fetch(LIST, { headers: { Authorization: `Bearer ${token}` } })
        let response = await send()
        if (response.status === 401 && renews) {
          token = await signIn()
          response = await send()
        }
        if (response.status === 401) throw new Error('signed out')
      }
    }
  const vary = { ...onlyFaults, assumptions: false }
  const mayFail = (error: unknown) => !/signed out/.test(String(error))

  it('finds a client that does not sign in again, if its tokens expire', async () => {
    const { failures } = await explore({ run: client(false), vary, mayFail, schedules: 30 })
    expect(failures.map(({ sentence }) => sentence)).toEqual([
      'wiki.baseline.list got 401, as if its token had expired: the client threw "signed out"',
    ])
  })

  it('passes a client that signs in again', async () => {
    const { failures, coverage } = await explore({ run: client(true), vary, mayFail, schedules: 30 })
    expect(failures).toEqual([])
    expect(coverage.operations[0]?.pairs.map(({ kind }) => kind)).toContain('expired-token')
  })

  it('is not tried on a client whose tokens do not expire soon, unless it is named', async () => {
    const run = async (sim: Simulator) => {
      if ((await sim.fetch(LIST, { headers })).status === 401) throw new Error('signed out')
    }
    expect((await explore({ run, vary, mayFail, schedules: 60 })).failures).toEqual([])
    const named = { ...vary, faults: { 'expired-token': true } }
    expect((await explore({ run, vary: named, mayFail, schedules: 10 })).failures).toHaveLength(1)
  })
})
