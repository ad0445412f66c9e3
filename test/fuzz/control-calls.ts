/** Calls of the control API between the others: its own declarations, and moves of the clock. */
import fc from 'fast-check'
import type { ExchangeRequest } from '../../src/api/framework/exchange.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import type { World } from '../../src/world/world.ts'
import { type BodyPlan, bodyContent, bodyPlans, textOf } from './bodies.ts'
import { Live, liveValues } from './live-values.ts'

export interface ControlPlan {
  readonly method: string
  readonly path: string
  readonly values: readonly unknown[]
  readonly body: BodyPlan | undefined
}

const DURATIONS = ['1ms', '100ms', '1s', '10s', '3m', '1h', '1d']
/** Rare, since thousands of jobs run meanwhile. */
const LONG_DURATION = '40d'

/** Left out: what other tests send: streams, whole scenarios and worlds, live clocks. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'GET /events',
  'POST /scenario',
  'POST /import',
  'PATCH /clock',
  'POST /clock/advance',
  'POST /timeline/run',
])

const routes = controlRoutes.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`))

export const advances: fc.Arbitrary<ControlPlan> = fc
  .oneof(
    { weight: 40, arbitrary: fc.constantFrom(...DURATIONS) },
    { weight: 1, arbitrary: fc.constant(LONG_DURATION) },
  )
  .map((by) => ({
    method: 'POST',
    path: '/clock/advance',
    values: [],
    body: { kind: 'json', value: { by } },
  }))

export const controlPlans: fc.Arbitrary<ControlPlan> = fc.oneof(
  { weight: 3, arbitrary: advances },
  {
    weight: 1,
    arbitrary: fc.constantFrom('manual', 'auto').map((mode) => ({
      method: 'PATCH',
      path: '/clock',
      values: [],
      body: { kind: 'json' as const, value: { mode } },
    })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...routes).chain(({ method, path, body }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
      return fc.record({
        method: fc.constant<string>(method),
        path: fc.constant(path),
        values: fc.tuple(...names.map((name) => textOf(name))),
        body:
          body === undefined
            ? fc.constant(undefined)
            : bodyPlans({ schema: body.shape, example: body.example }),
      })
    }),
  },
)

export function controlRequestOf({ method, path, values, body }: ControlPlan, world: World): ExchangeRequest {
  const store = world.region('eu')
  const meant = (name: string, { choice }: Live): unknown => {
    const found = name === 'table' ? TABLES : liveValues(store, name)
    return found[choice % Math.max(1, found.length)] ?? 1
  }
  let at = 0
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[at++]
    return encoded(String(value instanceof Live ? meant(name, value) : value))
  })
  return {
    method,
    url: `/_sim${filled}`,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
    body: body === undefined ? undefined : bodyContent(body, meant),
  }
}

const TABLES = ['requirement', 'page', 'user', 'token', 'job', 'rateWindow', 'fault', 'sequence']

function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
