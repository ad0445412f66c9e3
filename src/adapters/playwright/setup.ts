/**
 * The entry `reqsim/playwright/setup`, which the configuration of Playwright imports: the requests of each new context of a browser
 * go to a simulator of its own, behind the routes of the test.
 */
import { type Browser, type BrowserContext, chromium, firefox, test, webkit } from '@playwright/test'
import type { Simulator } from '../../simulator/simulator.ts'
import { routeThrough } from '../playwright.ts'
import { acceptsCredentials, loadBase } from '../setup/base.ts'
import { type SetupOptions, setupOptions } from '../setup/options.ts'
import { withKnownCredential } from '../shared/known-credentials.ts'
import { recordRun } from '../shared/journal-lines.ts'
import { attachFailure } from './failure.ts'

const SET_UP = Symbol.for('reqsim.playwright.setup')

interface Marked {
  [SET_UP]?: boolean
}

// The configuration may be loaded several times in a process.
for (const type of [chromium, firefox, webkit] as (typeof chromium & Marked)[])
  if (type[SET_UP] !== true) {
    type[SET_UP] = true
    const launch = type.launch.bind(type)
    type.launch = async (...args) => withSimulators(await launch(...args))
  }

/** The browser, whose contexts each have a simulator. */
async function withSimulators(browser: Browser): Promise<Browser> {
  const options = await setupOptions()
  const base = await loadBase(options)
  const open = browser.newContext.bind(browser)
  browser.newContext = async (settings) => simulated(await open(settings), base, options, settings?.baseURL)
  return browser
}

async function simulated(
  context: BrowserContext,
  base: Simulator,
  options: SetupOptions,
  baseURL: string | undefined,
): Promise<BrowserContext> {
  const sim = base.fork()
  const run = recordRun(sim)
  const accepting: Pick<Simulator, 'exchange' | 'checkAdapterOptions'> = {
    checkAdapterOptions: (settings) => sim.checkAdapterOptions(settings),
    exchange: (request, settings) => sim.exchange(withKnownCredential(request, sim), settings),
  }
  await routeThrough(context, acceptsCredentials(options) ? accepting : sim, {
    ...(options.base !== undefined && { base: options.base }),
    ...(options.as !== undefined && { as: options.as }),
    baseURL,
  })
  const close = context.close.bind(context)
  context.close = async (options) => {
    await close(options)
    await keepFailure(sim, run)
  }
  return context
}

/** Outside of tests there is no test to attach something to. */
async function keepFailure(sim: Simulator, run: () => readonly string[]): Promise<void> {
  const info = currentInfo()
  const lines = run()
  if (info === undefined || info.status === info.expectedStatus || lines.length === 0) return
  await attachFailure(sim, info, lines)
}

function currentInfo(): ReturnType<typeof test.info> | undefined {
  try {
    return test.info()
  } catch {
    return undefined
  }
}
