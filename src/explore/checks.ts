/** Checks for the end of a run. */
import type { OperationId } from '../api/framework/names.ts'
import type { Expectation } from '../gateway/journal/expectation.ts'
import type { CallStepInput } from '../scenario/input.ts'
import { applications } from '../model/records/service/applications.ts'
import { outboundMessages } from '../model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../model/records/tracker/inbound-messages.ts'
import { findDiscrepancies } from '../model/integration/repair/discrepancies.ts'
import { tasks } from '../model/records/wiki/tasks.ts'
import { REGIONS } from '../model/schema.ts'
import { countText } from '../world/count-text.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { ExploredExchange } from './record.ts'

/** Something in the world is not as expected. `step` fails for the same reason at the end of a timeline. */
export class BrokenExpectation extends Error {
  override readonly name = 'BrokenExpectation'
  readonly step: CallStepInput | undefined

  constructor(message: string, step?: CallStepInput) {
    super(message)
    this.step = step
  }
}

/** Exactly one call of the operation changed the world, whatever the client saw. */
export function doneOnce(sim: Simulator, expectation: Expectation): void {
  const done = { ...expectation, changed: true, times: 1 } as Expectation
  const { ok, message } = sim.verify(done)
  if (ok) return
  throw new BrokenExpectation(message, {
    call: 'POST /_sim/verify',
    headers: { 'x-sim-control': '1' },
    body: done,
    expect: { body: { ok: true } },
  })
}

/** No message waits between wiki and tracker, and no task runs. */
export function nothingPending(sim: Simulator): void {
  for (const region of REGIONS) {
    const store = sim.world.region(region)
    const waiting = [...store.table(outboundMessages).scan(), ...store.table(trackerMessages).scan()]
    const left = waiting.filter(({ status }) => status !== 'DONE').length
    if (left > 0) throw new BrokenExpectation(`messages between wiki and tracker wait: ${left}`)
    const running = [...store.table(tasks).scan()].filter(({ status }) => status === 'RUNNING').length
    if (running > 0) throw new BrokenExpectation(`tasks still run: ${running}`)
  }
}

/** Wiki and tracker show the same links. */
export function productsAgree(sim: Simulator): void {
  for (const region of REGIONS) {
    const store = sim.world.region(region)
    for (const site of store.table(applications).scan()) {
      if (site.type !== 'CONFLUENCE') continue
      const { discrepancies } = findDiscrepancies(store, site.id)
      if (discrepancies.length > 0)
        throw new BrokenExpectation(
          `wiki ${site.id} and its tracker disagree on ${countText(discrepancies.length, 'link')}, first on link ${discrepancies[0]?.link.id}`,
        )
    }
  }
}

/** The client makes no call of this operation after the service refused one with this status. */
export function noCallAfter(
  exchanges: readonly ExploredExchange[],
  status: number,
  operation: OperationId,
): void {
  const refused = exchanges.find((each) => each.operation === operation && each.status === status)
  const again = exchanges.find(
    (each) => each.operation === operation && each.number > (refused?.number ?? Infinity),
  )
  if (refused !== undefined && again !== undefined)
    throw new BrokenExpectation(
      `${operation} was called again (call ${again.number}) after it got ${status} (call ${refused.number})`,
    )
}

/** The client sends no call again before the time that `Retry-After` of its last response names. */
export function waitsForRetryAfter(exchanges: readonly ExploredExchange[]): void {
  const latest = new Map<string, ExploredExchange>()
  for (const exchange of exchanges) {
    const call = `${exchange.method} ${exchange.url}`
    const { endedAt = 0, retryAfter = 0, number = 0 } = latest.get(call) ?? {}
    if (exchange.sentAt < endedAt + 1000 * retryAfter)
      throw new BrokenExpectation(
        `${call} was sent again (call ${exchange.number}) ${countText(exchange.sentAt - endedAt, 'millisecond')} after a response with Retry-After: ${retryAfter} (call ${number})`,
      )
    latest.set(call, exchange)
  }
}
