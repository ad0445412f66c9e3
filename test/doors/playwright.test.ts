/** A page of Chromium that is routed through a simulator, with no server and no service worker. */
import { test as playwrightTest } from '@playwright/test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Routable,
  type RouteOptions,
  routeThrough,
  type RunningInfo,
  type SimulatorFixtures,
  simulatorFixtures,
} from '../../src/adapters/playwright.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { findChromium, launchChromium } from './chromium.ts'

const executablePath = findChromium()
const HOME = 'http://app.example/'

describe('the types', () => {
  it('are those of Playwright', () => {
    expectTypeOf<Page>().toExtend<Routable>()
    expectTypeOf<BrowserContext>().toExtend<Routable>()
    const extended = playwrightTest.extend<SimulatorFixtures>(simulatorFixtures)
    expectTypeOf(extended).toBeFunction()
  })
})

describe.runIf(executablePath !== undefined)('a page', () => {
  let browser: Browser
  let context: BrowserContext
  let sim: Simulator
  let other: Simulator

  beforeAll(async () => {
    browser = await launchChromium(executablePath as string)
    sim = await createSimulator()
    other = sim.fork()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    await context?.close()
    context = await browser.newContext()
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
      async ([address, given]) => {
        try {
          const answer = await fetch(address, given)
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

  it('hears of what is not there instead of reaching the network', async () => {
    const page = await open({})
    expect((await ask(page, 'http://tracker.sim/nothing/here')).status).toBe(404)
  })
})

describe('the fixtures', () => {
  const [fixture] = simulatorFixtures.sim
  const context = { route: async () => {} }
  const info = (status: string) => {
    const attached: string[] = []
    const running: RunningInfo = {
      status,
      expectedStatus: 'passed',
      attach: async (_name, { body }) => void attached.push(body),
    }
    return { running, attached }
  }
  const options = { context, baseURL: undefined, simulatorOptions: {}, simulatorRoutes: {} }

  it('attach the exchanges of a failed test, and of no other', async () => {
    const use = async (sim: Simulator) => void (await sim.fetch('/wiki/rest/reqs/1/nothing'))
    const failed = info('failed')
    await fixture(options, use, failed.running)
    expect(failed.attached).toEqual([expect.stringContaining('GET /wiki/rest/reqs/1/nothing → 404')])
    const passed = info('passed')
    await fixture(options, use, passed.running)
    expect(passed.attached).toEqual([])
  })

  it('give each test a world of its own', async () => {
    const worlds: unknown[] = []
    for (let test = 0; test < 2; test++) {
      await fixture(options, async (sim) => void worlds.push(sim.world), info('passed').running)
    }
    expect(worlds[0]).not.toBe(worlds[1])
  })
})
