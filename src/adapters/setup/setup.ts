/** What the setups of all test runners share: a simulator behind the handlers of a suite, loaded with the first request to it. */
import { http, type RequestHandler } from 'msw'
import { setCurrentSimulator } from '../shared/current-simulator.ts'
import type { AuditedTest } from './audit.ts'
import { addressCheck, outsideText } from './addresses.ts'
import { type Interception, interceptBehind } from './interception.ts'
import type { SetupOptions } from './options.ts'
import type { SimulatorFor } from './simulated-file.ts'

/**
 * Puts a simulator behind the handlers of all servers of Mock Service Worker. `simulatorFor` finds the one of the running test.
 * `reqsim audit` sets `REQSIM_AUDIT`.
 * Rejects with TypeError for a base that is not an address.
 */
export async function simulateBehind(
  options: SetupOptions,
  simulatorFor: SimulatorFor,
  current: () => AuditedTest | undefined,
): Promise<Interception> {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => (await import('./simulated-file.ts')).openFile(options, simulatorFor)
  setCurrentSimulator(async () => simulatorFor((await (opened ??= open())).sim))
  const handler = http.all('*', async ({ request }) => (await (opened ??= open())).respond(request))
  const isOurs = await predicateOf(options)
  const matches = handler.predicate.bind(handler)
  // Earlier versions wait for no promise.
  handler.predicate = (call) => (isOurs(call.request) && matches(call)) as Promise<boolean>
  const { REQSIM_AUDIT: folder = '' } = process.env
  const wrap =
    folder === ''
      ? (own: readonly RequestHandler[]) => own
      : (await import('./audit.ts')).auditing(folder, options, current)
  return interceptBehind({ wrap, last: [handler] })
}

/** Whether the simulator responds to a request that no handler of the suite matches. Warns once about a missing base. */
async function predicateOf({ base }: SetupOptions): Promise<(request: Request) => boolean> {
  const page = typeof location === 'undefined' ? undefined : location.href
  const { isSimulated, isOutside } = await checked(() => addressCheck(base, page), base)
  let warned = false
  return ({ method, url }) => {
    if (!warned && isOutside(url)) {
      warned = true
      console.warn(outsideText(method, url))
    }
    return isSimulated(url)
  }
}

/** The check of addresses, or an error that says what is wrong with them. */
async function checked<T>(make: () => T, base: SetupOptions['base']): Promise<T> {
  try {
    return make()
  } catch (error) {
    ;(await import('./option-problems.ts')).checkOptions('the options of reqsim', { base })
    throw error
  }
}
