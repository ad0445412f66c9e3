/** A page of Chromium that is routed through a simulator, with no server and no service worker. */
import { readFileSync } from 'node:fs'
import { test as playwrightTest } from '@playwright/test'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Routable,
  type RouteOptions,
  routeThrough,
  type RunningInfo,
  type SimulatorFixtures,
  simulatorFixtures,
} from '../../src/adapters/playwright.ts'
import { openTrace } from '../../src/adapters/trace.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeInChromium } from './in-chromium.ts'

const HOME = 'http://app.example/'

describe('the types', () => {
  it('are those of Playwright', () => {
    expectTypeOf<Page>().toExtend<Routable>()
    expectTypeOf<BrowserContext>().toExtend<Routable>()
    const extended = playwrightTest.extend<SimulatorFixtures>(simulatorFixtures)
    expectTypeOf(extended).toBeFunction()
  })
})

describeInChromium((browser) => {
  let context: BrowserContext
  let sim: Simulator
  let other: Simulator

  beforeAll(async () => {
    sim = await createSimulator()
    other = sim.fork()
  })
  beforeEach(async () => {
    await context?.close()
    context = await browser().newContext()
    sim.reset()
  })

  async function open(options: RouteOptions): Promise<Page> {
    await routeThrough(context, sim, options)
    const page = await context.newPage()
    await page.route(HOME, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>app</h1>' }))
    await page.goto(HOME)
    return page
  }

  interface Init {
    method?: string
    headers?: Record<string, string>
    body?: string
  }
  const ask = (page: Page, url: string, init: Init = {}) =>
    page.evaluate(
      async ([address, init]) => {
        try {
          const answer = await fetch(address, init)
          return {
            status: answer.status,
            rate: answer.headers.get('x-rate-limit-limit'),
            body: await answer.text(),
          }
        } catch (error) {
          return { status: 0, rate: null, body: String(error) }
        }
      },
      [url, init] as [string, Init],
    )

  it('is answered at the in-process addresses, across origins', async () => {
    const page = await open({ as: 'alice' })
    const answer = await ask(page, 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001')
    expect(answer).toMatchObject({ status: 200, rate: expect.stringMatching(/^\d+$/) })
    expect(JSON.parse(answer.body)).toMatchObject({ key: 'REQ-001' })
  })

  it('is answered below a path of its own', async () => {
    const page = await open({ base: '/sim', baseURL: HOME, as: 'bob' })
    expect((await ask(page, '/sim/wiki/rest/reqs/1/requirement2/ENG/REQ-001')).status).toBe(200)
    expect(sim.journal.entries().at(-1)?.user).toBe('bob')
  })

  it('writes to its own simulator alone', async () => {
    const page = await open({ base: '/sim', baseURL: HOME, as: 'admin' })
    const before = other.state('page').length
    const control = { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' } }
    const made = await ask(page, '/sim/_sim/clock/advance', { ...control, body: '{"by":"3m"}' })
    expect(made.status).toBe(200)
    expect(sim.clock.now()).toBe('2026-01-05T09:03:00.000Z')
    expect(other.clock.now()).toBe('2026-01-05T09:00:00.000Z')
    expect(other.state('page')).toHaveLength(before)
  })

  it('gets no answer of a connection that a fault drops, and the next one', async () => {
    const page = await open({ as: 'alice' })
    sim.faults.add({ drop: true, times: 1 })
    const failed = new Promise((resolve) =>
      page.once('requestfailed', (request) => resolve(request.failure()?.errorText)),
    )
    const path = 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001'
    expect(await ask(page, path)).toMatchObject({ status: 0, body: 'TypeError: Failed to fetch' })
    expect(await failed).toBe('net::ERR_CONNECTION_RESET')
    expect((await ask(page, path)).status).toBe(200)
  })

  it('refuses two values of X-Sim-World', async () => {
    const page = await open({ base: '/sim', baseURL: HOME, as: 'alice' })
    const status = await page.evaluate(async (url) => {
      const headers = new Headers([
        ['X-Sim-World', 'one'],
        ['X-Sim-World', 'two'],
      ])
      return (await fetch(url, { headers })).status
    }, '/sim/api/applications/101')
    expect(status).toBe(400)
  })

  it('gets an error for unknown addresses instead of reaching the network', async () => {
    const page = await open({})
    expect((await ask(page, 'http://tracker.sim/nothing/here')).status).toBe(404)
  })
})

describe('a route', () => {
  /** How the route ends one request, with a page and a network that note the calls that they get. */
  async function outcomeOf(fault: object): Promise<readonly unknown[]> {
    const sim = await createSimulator({ scenario: 'demo' })
    sim.faults.add({ operation: 'wiki.baseline.list', ...fault } as never)
    const outcome: unknown[] = []
    let handle: (route: never) => Promise<void> = async () => {}
    await routeThrough(
      { route: async (_url: unknown, handler: typeof handle) => void (handle = handler) } as never,
      sim,
      { base: 'http://app.example/sim', as: 'alice' },
    )
    const url = 'http://app.example/sim/wiki/rest/reqs/1/baseline/ENG'
    const request = {
      method: () => 'GET',
      url: () => url,
      allHeaders: async () => ({}),
      postDataBuffer: () => null,
    }
    await handle({
      request: () => request,
      abort: async (reason: string) => void outcome.push('abort', reason),
      fulfill: async ({ status }: { status: number }) => void outcome.push('fulfill', status),
    } as never)
    return outcome
  }

  it.each([
    ['drop', { drop: true }, ['abort', 'connectionreset']],
    ['truncate', { truncate: 10 }, ['abort', 'connectionreset']],
    ['status', { status: 503 }, ['fulfill', 503]],
  ])('with a fault of %s ends its connection accordingly', async (_name, fault, expected) => {
    expect(await outcomeOf(fault)).toEqual(expected)
  })
})

describe('the fixtures', () => {
  const folder = temporaryFolder()
  const [fixture] = simulatorFixtures.sim
  const context = { route: async () => {} }
  const info = (status: string) => {
    const attached: string[] = []
    const running: RunningInfo = {
      status,
      expectedStatus: 'passed',
      outputPath: (name) => `${folder.path}/${name}`,
      attach: async (_name, { body, path }) => void attached.push(body ?? path ?? ''),
    }
    return { running, attached }
  }
  const options = { context, baseURL: undefined, simulatorOptions: {}, simulatorRoutes: {} }

  it('attach the exchanges of a failed test, and of no other', async () => {
    const use = async (sim: Simulator) => void (await sim.fetch('/wiki/rest/reqs/1/nothing'))
    const failed = info('failed')
    await fixture(options, use, failed.running)
    const file = `${folder.path}/reqsim.trace`
    expect(failed.attached).toEqual([expect.stringContaining('GET /wiki/rest/reqs/1/nothing → 404'), file])
    const trace = await openTrace(readFileSync(file))
    expect(trace.steps.map(({ title }) => title)).toEqual(['GET /wiki/rest/reqs/1/nothing'])
    const faulted = info('failed')
    await fixture(
      options,
      async (sim) => {
        sim.faults.add({ operation: 'wiki.baseline.list', status: 503 })
        await sim.fetch('/wiki/rest/reqs/1/baseline/ENG')
      },
      faulted.running,
    )
    expect(faulted.attached).toEqual([expect.stringMatching(/→ 503 \(.*, by fault 1\)/), file])
    expect(failed.attached[0]).not.toContain('fault')
    const passed = info('passed')
    await fixture(options, use, passed.running)
    expect(passed.attached).toEqual([])
  })

  it('write the test, its error and the line that threw into the trace, with paths from the root', async () => {
    const { running } = info('failed')
    const use = async (sim: Simulator) => void (await sim.fetch('/wiki/rest/reqs/1/nothing'))
    await fixture(options, use, {
      ...running,
      titlePath: ['search.spec.ts', 'search', 'shows what is refused'],
      file: '/app/tests/search.spec.ts',
      config: { configFile: '/app/playwright.config.ts', rootDir: '/app/tests' },
      errors: [
        {
          message: '\u001B[31mexpect(locator).toBeVisible() failed\u001B[39m',
          stack:
            'Error: failed\n    at shown (/app/node_modules/x/index.js:1:2)\n    at /app/tests/search.spec.ts:12:5',
        },
      ],
    })
    const { failure } = await openTrace(readFileSync(`${folder.path}/reqsim.trace`))
    expect(failure).toEqual({
      runner: 'playwright',
      title: 'search > shows what is refused',
      file: 'tests/search.spec.ts',
      error: 'expect(locator).toBeVisible() failed',
      thrownAt: 'tests/search.spec.ts:12:5',
    })
  })

  it('give each test a world of its own', async () => {
    const worlds: unknown[] = []
    for (let test = 0; test < 2; test++) {
      await fixture(options, async (sim) => void worlds.push(sim.world), info('passed').running)
    }
    expect(worlds[0]).not.toBe(worlds[1])
  })
})
