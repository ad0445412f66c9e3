/** The exchanges of a run, which show the response mutants that such a run cannot reach: those need no run of their own. */
import type { Call, Gateway } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { operationOf } from './exchange.ts'
import type { ServiceMutant } from './mutant.ts'

/** Of an operation with more exchanges, every mutant may be reached by one of the others. */
const MAXIMUM = 100

interface Recorded {
  readonly call: Call
  readonly entry: JournalEntry
}

export class RecordedExchanges {
  readonly #byOperation = new Map<string, Recorded[]>()

  note(call: Call, entry: JournalEntry): void {
    const operation = operationOf(call)
    if (operation === undefined) return
    const recorded = this.#byOperation.get(operation) ?? []
    if (recorded.length <= MAXIMUM) recorded.push({ call, entry })
    this.#byOperation.set(operation, recorded)
  }

  /** False only if a mutant would have changed none of the responses. */
  mayReach({ group, operations = [], begin }: ServiceMutant): boolean {
    if (group !== 'response' || operations.length === 0) return true
    const recorded = operations.flatMap((operation) => this.#byOperation.get(operation) ?? [])
    return recorded.length > MAXIMUM || recorded.some((exchange) => mayChange(begin, exchange))
  }
}

/** Gives the mutant the response that was recorded. One that makes other calls may change it. */
function mayChange(begin: ServiceMutant['begin'], { call, entry }: Recorded): boolean {
  let isChanged = false
  const change = () => {
    isChanged = true
  }
  const gateway: Gateway = {
    resolve: neverCalled,
    failsByHead: neverCalled,
    handle(other) {
      if (other !== call) change()
      return entry
    },
  }
  begin(change).gateway(gateway).handle(call)
  return isChanged
}

function neverCalled(): never {
  throw new Error('a mutant of responses only handles calls')
}
