// Exploring a client: what is found, shrunk, grouped, written down and covered.

import { beforeAll, describe, expect, it } from 'vitest'
import {
  doneOnce,
  explorationText,
  explore,
  reproduce,
  waitsForRetryAfter,
} from '../../src/adapters/explore.ts'
import type { ExploreOptions, RunContext } from '../../src/adapters/explore.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

const headers = { Authorization: 'Bearer tok-alice' }
const WIKI = 'http://wiki.sim/rest/reqs/1'
const FREEZE = `${WIKI}/baseline-actions/ENG/freeze/2`

/** Calls until it gets a response below 500, three times at most. */
async function retrying(sim: Simulator, url: string, method = 'GET'): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await sim.fetch(url, { method, headers }).catch(() => undefined)
    if (response !== undefined && response.status < 500 && response.status !== 429) return response
    if (attempt === 3) throw new Error('gave up')
  }
}

/** Freezes a baseline; a retry does not notice that the first call has worked. */
async function freezeNaively(sim: Simulator): Promise<void> {
  const response = await retrying(sim, FREEZE, 'POST')
  if (!response.ok) throw new Error(`freezing was refused with ${response.status}`)
}

/** The same; a retry looks first. */
async function freezeWithCare(sim: Simulator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const response = await sim.fetch(FREEZE, { method: 'POST', headers }).catch(() => undefined)
    if (response?.status === 200) return
    if (attempt === 3) throw new Error(`freezing was refused with ${response?.status}`)
    const read = await retrying(sim, `${WIKI}/baseline/ENG/2`)
    const text = await read.text().catch(() => '')
    if (read.ok && /"status":"(IN_CREATION|DONE)"/.test(text)) return
  }
}

const onlyFaults = {
  clock: false,
  edits: false,
  outages: false,
  jobs: false,
  messages: false,
  assumptions: false,
}

describe('a client with a bug', () => {
  const options: ExploreOptions = { run: freezeNaively, vary: onlyFaults, schedules: 200 }
  let found: Awaited<ReturnType<typeof explore>>
  beforeAll(async () => {
    found = await explore(options)
  })

  it('fails with the fewest and mildest disturbances, in words', () => {
    const { failures } = found
    expect(failures.map(({ sentence }) => sentence)).toEqual([
      'The response to wiki.baseline.freeze was lost after it had worked; the retry got 409: the client threw "freezing was refused with 409"',
    ])
    for (const { schedule } of failures) expect(schedule).toHaveLength(1)
  })

  it('fails the same way from the scenario of the failure', async () => {
    for (const { scenario } of found.failures) {
      await expect(reproduce({ scenario, run: freezeNaively })).rejects.toThrow(
        'freezing was refused with 409',
      )
      await expect(reproduce({ scenario, run: freezeWithCare })).resolves.toBeUndefined()
    }
  })

  it('has a scenario that replays its calls without it', async () => {
    const sim = await createSimulator({ scenario: found.failures[0]?.scenario ?? 'demo' })
    const { ok, steps } = await sim.run()
    expect(ok).toBe(true)
    expect(steps.map(({ status }) => status)).toEqual([undefined, expect.any(Number), 409])
  })

  it('is found the same for the same seed, byte for byte', async () => {
    const again = await explore(options)
    expect(JSON.stringify(again)).toBe(JSON.stringify(found))
    expect(explorationText(again)).toBe(explorationText(found))
  })
})

it('does not accuse a client that is correct', async () => {
  const { failures, schedules } = await explore({
    run: freezeWithCare,
    check: (sim) => doneOnce(sim, { operation: 'wiki.baseline.freeze' }),
    vary: onlyFaults,
    schedules: 150,
  })
  expect(failures).toEqual([])
  expect(schedules).toBeGreaterThan(50)
})

it('reports a client that fails undisturbed at once', async () => {
  const { failures, schedules } = await explore({
    run: () => {
      throw new Error('broken from the start')
    },
  })
  expect(schedules).toBe(1)
  expect(failures).toMatchObject([
    { kind: 'error', schedule: [], sentence: 'Undisturbed: the client threw "broken from the start"' },
  ])
})

describe('a run fails', () => {
  const undisturbed = async (run: ExploreOptions['run'], more: Partial<ExploreOptions> = {}) => {
    const { failures } = await explore({ run, vary: onlyFaults, schedules: 1, ...more })
    return failures.map(({ kind, message }) => ({ kind, message }))
  }

  it('by an unhandled rejection', async () => {
    const run = async () => void Promise.reject(new Error('nobody waits for this'))
    expect(await undisturbed(run)).toEqual([
      { kind: 'unhandled rejection', message: 'nobody waits for this' },
    ])
  })

  it('by sending requests without end', async () => {
    const run = async (sim: Simulator) => {
      for (;;) await sim.fetch(`${WIKI}/baseline/ENG`, { headers }).catch(() => undefined)
    }
    expect(await undisturbed(run, { limits: { exchanges: 20 } })).toEqual([
      { kind: 'endless', message: 'the client sent more than 20 requests' },
    ])
  })

  it('by waiting past the virtual limit', async () => {
    const run = async (_sim: Simulator, { sleep }: RunContext) => {
      for (;;) await sleep('1d')
    }
    expect(await undisturbed(run, { limits: { virtual: '3d' } })).toEqual([
      { kind: 'endless', message: 'the client did not end within 3 days of virtual time' },
    ])
  })

  it('by sleeping for no time without end', async () => {
    const run = async (_sim: Simulator, { sleep }: RunContext) => {
      for (;;) await sleep(0)
    }
    expect(await undisturbed(run, { limits: { exchanges: 2 } })).toEqual([
      { kind: 'endless', message: 'the client slept too often' },
    ])
  })

  it('by not ending within the real limit', async () => {
    const run = () => new Promise(() => {})
    expect(await undisturbed(run, { limits: { real: 20 } })).toEqual([
      { kind: 'endless', message: 'the client did not end within 20 milliseconds of real time' },
    ])
  })

  it('by its check, whose requests are not disturbed and not counted', async () => {
    const run = async (sim: Simulator) => void (await sim.fetch(`${WIKI}/baseline/ENG`, { headers }))
    const check = async (sim: Simulator, { exchanges }: { exchanges: readonly unknown[] }) => {
      const response = await sim.fetch(`${WIKI}/baseline/ENG`, { headers })
      throw new Error(`${response.status} after ${exchanges.length}`)
    }
    expect(await undisturbed(run, { check })).toEqual([{ kind: 'check', message: '200 after 1' }])
  })
})

it('lets a client give up with an error that mayFail allows, and still checks the world', async () => {
  const checked: unknown[] = []
  const { failures } = await explore({
    run: async (sim) => {
      const response = await sim.fetch(`${WIKI}/baseline/ENG`, { headers })
      if (!response.ok) throw new Error('given up')
    },
    mayFail: (error) => error instanceof Error && /given up|fetch failed|terminated/.test(error.message),
    check: (_sim, { error }) => void checked.push(error),
    vary: onlyFaults,
    schedules: 50,
  })
  expect(failures).toEqual([])
  expect(checked.some((error) => error instanceof Error)).toBe(true)
})

it('says that a client gives up even without a disturbance, which mayFail would hide', async () => {
  const client = (token: string) => async (sim: Simulator) => {
    const response = await sim.fetch(`${WIKI}/baseline/ENG`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`given up\nwith ${response.status}`)
  }
  const options = { mayFail: () => true, vary: onlyFaults, schedules: 5 }
  const wrong = await explore({ ...options, run: client('tok-alise') })
  expect([wrong.gaveUp, wrong.failures]).toEqual(['given up\nwith 401', []])
  expect(explorationText(wrong)).toContain(
    '\nWithout any disturbance, the client already gives up, as it may: "given up with 401".\n',
  )
  const right = await explore({ ...options, run: client('tok-alice') })
  expect(right).not.toHaveProperty('gaveUp')
  expect(explorationText(right)).not.toContain('already gives up')
})

describe('recoverable', () => {
  const attempts = (most: number) => async (sim: Simulator) => {
    for (let attempt = 1; ; attempt++) {
      const response = await sim.fetch(`${WIKI}/baseline/ENG`, { headers }).catch(() => undefined)
      const body = response?.ok === true ? await response.json().catch(() => undefined) : undefined
      if (body !== undefined) return
      if (attempt === most) throw new Error('gave up')
    }
  }

  it.each([
    [1, 2, 0],
    [2, 3, 0],
    [2, 2, 1],
  ])('%i failures in a row, of which %i attempts survive', async (recoverable, most, failed) => {
    const { failures } = await explore({
      run: attempts(most),
      recoverable,
      vary: onlyFaults,
      schedules: 200,
      maximumFailures: 1,
    })
    expect(failures).toHaveLength(failed)
    if (failed > 0) expect(failures[0]?.schedule).toHaveLength(2)
  })
})

it('ends an outage when a call has failed as often as it may', async () => {
  const { failures, coverage } = await explore({
    run: async (sim) => void (await retrying(sim, `${WIKI}/baseline/ENG`)),
    vary: { ...onlyFaults, outages: 5, faults: { unavailable: true } },
    schedules: 200,
  })
  expect(failures).toEqual([])
  const kinds = coverage.operations.flatMap(({ pairs }) => pairs.filter(({ happened }) => happened > 10))
  expect(kinds.map(({ kind }) => kind)).toEqual(['outage', 'unavailable'])
})

it('lets a token expire as often in a row as a call may fail', async () => {
  const { failures } = await explore({
    run: async (sim) => {
      for (let attempt = 1; attempt <= 2; attempt++) {
        const { value } = await sim.tokens.create({ user: 'alice', expiresIn: '30m' })
        const authorised = { Authorization: `Bearer ${value}` }
        const { status } = await sim.fetch(`${WIKI}/baseline/ENG`, { headers: authorised })
        if (status === 200) return
      }
      throw new Error('not signed in')
    },
    vary: { ...onlyFaults, faults: false, clock: ['1h', '2h'] },
  })
  expect(failures).toEqual([])
})

it('counts an expiry that a fault hides at the next call', async () => {
  const { failures, ended } = await explore({
    run: async (sim) => {
      let authorised = await signIn()
      for (const version of [1, 2]) {
        let status = await read(version)
        if (status === 401) {
          authorised = await signIn()
          status = await read(version)
        }
        if (status !== 200) throw new Error(`got ${status}`)
      }

      async function signIn() {
        const { value } = await sim.tokens.create({ user: 'alice', expiresIn: '30m' })
        return { Authorization: `Bearer ${value}` }
      }

      async function read(version: number) {
        const once = () => sim.fetch(`${WIKI}/baseline/ENG/${version}`, { headers: authorised })
        const { status } = await once()
        return status === 429 ? (await once()).status : status
      }
    },
    vary: { ...onlyFaults, faults: { 'rate-limited': true }, clock: ['1h'] },
    schedules: 2000,
  })
  expect(failures.map(({ sentence }) => sentence)).toEqual([])
  expect(ended).toBe('exhausted')
})

it('replaces an outage by a fault of one call where that breaks the client in the same way', async () => {
  const { failures } = await explore({
    run: async (sim) => {
      const response = await sim.fetch(`${WIKI}/baseline/ENG`, { headers })
      if (response.status === 503) throw new Error('unavailable')
    },
    vary: { ...onlyFaults, faults: { unavailable: true }, outages: true },
    schedules: 20,
  })
  expect(failures).toMatchObject([{ schedule: [{ kind: 'unavailable' }] }])
})

it('writes how long the client waited into the scenario, and leaves the waiting to the client that reproduces it', async () => {
  const run = async (sim: Simulator, { sleep, now }: RunContext) => {
    await sim.fetch(FREEZE, { method: 'POST', headers })
    await sleep('10m')
    const began = now()
    const response = await sim.fetch(`${WIKI}/baseline/ENG/2`, { headers })
    throw new Error(`${(await response.json()).status} at ${new Date(began).toISOString()}`)
  }
  const { failures } = await explore({ run, vary: onlyFaults })
  const { scenario = {}, message } = failures[0] ?? {}
  expect(message).toBe('DONE at 2026-01-05T09:10:00.000Z')
  expect(scenario.timeline?.map((step) => ('advance' in step ? step.advance : step.step))).toEqual([
    'client call 1',
    '600000ms',
    'client call 2',
  ])
  await expect(reproduce({ scenario, run })).rejects.toThrow(message)
  const replayed = await createSimulator({ scenario })
  await replayed.run()
  expect(replayed.clock.now()).toBe('2026-01-05T09:10:00.000Z')
})

it('reproduces a late response within its call', async () => {
  const run = async (sim: Simulator, { now }: RunContext) => {
    const began = now()
    await sim.fetch(`${WIKI}/baseline/ENG`, { headers })
    if (now() > began) throw new Error(`waited for ${now() - began}`)
  }
  const { failures } = await explore({ run, vary: { ...onlyFaults, faults: { late: true } } })
  const [failure] = failures
  expect(failure?.message).toBe('waited for 30000')
  await expect(reproduce({ scenario: failure?.scenario ?? {}, run })).rejects.toThrow('waited for 30000')
})

describe('waitsForRetryAfter', () => {
  const found = (wait: (seconds: number) => number) =>
    explore({
      run: async (sim, { sleep }) => {
        const response = await sim.fetch(`${WIKI}/baseline/ENG`, { headers })
        if (response.status !== 429) return
        await sleep(wait(Number(response.headers.get('Retry-After'))))
        await sim.fetch(`${WIKI}/baseline/ENG`, { headers })
      },
      check: (_sim, { exchanges }) => waitsForRetryAfter(exchanges),
      vary: { ...onlyFaults, faults: { 'rate-limited': true, 'rate-limited-silently': true } },
    })

  it('accuses a client that comes back too early', async () => {
    const { failures } = await found(() => 1999)
    expect(failures.map(({ message }) => message)).toEqual([
      `GET ${WIKI}/baseline/ENG was sent again (call 2) 1999 milliseconds after a response with Retry-After: 2 (call 1)`,
    ])
  })

  it('passes a client that waits as Retry-After says, and one without Retry-After', async () => {
    expect((await found((seconds) => 1000 * seconds)).failures).toEqual([])
  })
})

it('finds the alternative of an assumption that breaks a client, and names it', async () => {
  const { assumptions, failures } = await explore({
    run: async (sim, { sleep }) => {
      await sim.fetch(FREEZE, { method: 'POST', headers })
      for (;;) {
        const response = await sim.fetch(`${WIKI}/baseline/ENG/2`, { headers })
        if ((await response.json()).status === 'DONE') return
        await sleep('10s')
      }
    },
    vary: { ...onlyFaults, faults: false, assumptions: ['A122'] },
    limits: { exchanges: 50 },
  })
  expect(assumptions.map(({ assumption, alternative }) => [assumption, alternative])).toContainEqual([
    'A122',
    'in-progress-active',
  ])
  expect(failures[0]?.schedule).toMatchObject([{ kind: 'assumption', assumption: 'A122' }])
  expect(failures.map(({ sentence }) => sentence)).toContain(
    'The service followed the alternative in-progress-active of A122; $.status of wiki.baseline.read was "IN_PROGRESS" instead of "IN_CREATION": the client sent more than 50 requests',
  )
  const again = reproduce({
    scenario: failures[0]?.scenario ?? {},
    run: async (sim) => {
      await sim.fetch(FREEZE, { method: 'POST', headers })
      sim.clock.advance('1h')
      const response = await sim.fetch(`${WIKI}/baseline/ENG/2`, { headers })
      expect((await response.json()).status).not.toBe('DONE')
    },
  })
  await expect(again).resolves.toBeUndefined()
})

it('finds the order of parallel requests that breaks a client', async () => {
  const send = (sim: Simulator, path: string, body: object) =>
    sim.fetch(`${WIKI}${path}`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const rename = (sim: Simulator, name: string) =>
    send(sim, '/baseline/ENG/2?fields=NAME', { spaceKey: 'ENG', baseline: 2, name })
  const options: ExploreOptions = {
    run: async (sim) => void (await Promise.all([rename(sim, 'First'), rename(sim, 'Second')])),
    check: async (sim) => {
      const response = await sim.fetch(`${WIKI}/baseline/ENG/2`, { headers })
      const { name } = await response.json()
      if (name !== 'Second') throw new Error(`the name is ${name}`)
    },
    vary: { ...onlyFaults, faults: false },
    schedules: 50,
  }
  const { failures } = await explore(options)
  expect(failures).toMatchObject([
    { schedule: [{ kind: 'order', at: 1, pick: 1 }], message: 'the name is First' },
  ])
  const { run, check } = options
  await expect(
    reproduce({ scenario: failures[0]?.scenario ?? {}, run, ...(check === undefined ? {} : { check }) }),
  ).rejects.toThrow('the name is First')
})

it('finds an edit by another user between two calls that breaks a client', async () => {
  const requirement =
    'http://api.sim/api/applications/101/projects/1001/variants/current/requirements/REQ-001'
  const read = async (sim: Simulator) => (await (await sim.fetch(requirement, { headers })).json()) as object
  const { failures } = await explore({
    run: async (sim) => {
      const before = JSON.stringify(await read(sim))
      const after = JSON.stringify(await read(sim))
      if (before !== after) throw new Error('the requirement changed')
    },
    vary: { ...onlyFaults, faults: false, edits: true },
    schedules: 50,
  })
  expect(failures.map(({ schedule }) => schedule)).toMatchObject([[{ at: 2, kind: 'edit' }]])
  expect(failures[0]?.sentence).toBe(
    'Another user wrote REQ-001 before standalone.requirement.readOfCurrent: the client threw "the requirement changed"',
  )
})

it('lists for each operation what was tried, what could not happen and what is left', async () => {
  const { coverage, ended } = await explore({ run: freezeWithCare, vary: onlyFaults, schedules: 5 })
  expect(ended).toBe('schedules')
  const [operation] = coverage.operations
  expect(operation?.operation).toBe('wiki.baseline.freeze')
  expect(operation?.pairs.reduce((sum, { happened }) => sum + happened, 0)).toBe(4)
  expect(operation?.untried).toHaveLength(8)
})

describe('options', () => {
  const run = () => {}
  it.each<[object, string]>([
    [{ run: 1 }, 'run must be a function that calls the client'],
    [{ run, schedule: 3 }, "the options of explore must not have 'schedule': did you mean 'schedules'?"],
    [{ run, schedules: 0 }, "schedules must be a whole number from 1, not '0'"],
    [
      { run, budget: '10 seconds' },
      "budget must be a duration such as '10s', '3m' or 'PT3M', not '10 seconds'",
    ],
    [{ run, vary: { fault: true } }, "vary must not have 'fault': did you mean 'faults'?"],
    [
      { run, vary: { faults: { unavailabel: 2 } } },
      "vary.faults must not have 'unavailabel': did you mean 'unavailable'?",
    ],
    [{ run, vary: { jobs: -1 } }, "vary.jobs must be true, false or a weight of 0 or more, not '-1'"],
    [{ run, limits: { requests: 3 } }, "limits must not have 'requests'"],
    [{ run, check: true }, "check must be a function, not 'true'"],
  ])('%j are refused', async (options, message) => {
    await expect(explore(options as ExploreOptions)).rejects.toThrow(message)
  })
})

it('ends the scenario of a broken expectation with a step that fails for the same reason', async () => {
  const { failures } = await explore({
    run: async (sim) => void (await sim.fetch(`${WIKI}/baseline/ENG`, { headers })),
    check: (sim) => doneOnce(sim, { operation: 'wiki.baseline.freeze' }),
    schedules: 1,
  })
  const sim = await createSimulator({ scenario: failures[0]?.scenario ?? 'demo' })
  const { ok, steps } = await sim.run()
  expect(ok).toBe(false)
  expect(steps.at(-1)).toMatchObject({ name: 'the broken expectation', outcome: 'failed' })
})
