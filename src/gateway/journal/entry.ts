/** One exchange as the journal has it. */
import type { AssumptionId } from '../../api/framework/assumptions.ts'
import type { ExchangeAnswer, ExchangeRequest } from '../../api/framework/exchange.ts'

/** A transition of a state machine that an exchange, or the clock, caused. */
export interface TakenTransition {
  /** As the list of machines names it. */
  readonly machine: string
  readonly from: string
  readonly event: string
  readonly to: string
}

export interface JournalEntry {
  /** The number that the answer carries as X-Request-Id. */
  readonly id: string
  /** The virtual instant, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly world: string
  readonly interface: string | undefined
  readonly region: string | undefined
  /** The operation that answered; absent when none matched. */
  readonly operation: string | undefined
  readonly user: string | undefined
  /** As it came in; a body of bytes as text. */
  readonly request: ExchangeRequest
  readonly answer: ExchangeAnswer
  /** Assumptions that shaped the answer. */
  readonly assumptions: readonly AssumptionId[]
  /** Parameters and body fields that nothing read. */
  readonly unknownParameters: readonly string[]
  readonly unknownFields: readonly string[]
  /** For an exchange that matched no operation: what was wrong, and the nearest operations. */
  readonly diagnosis?: { readonly reason: string; readonly nearest: readonly string[] }
  /** The rate limit refused it, or would have. */
  readonly rateLimitExceeded: boolean
  /** A defect of the simulator: what was thrown. */
  readonly defect?: string
  /** The number of the fault that shaped the answer, which is then no evidence of anything. */
  readonly fault?: number
  /** True when it wrote records of the world, besides what each exchange counts. */
  readonly stateful?: boolean
  /** The application that the token was of which it was made with; absent where that was of none. */
  readonly application?: number
  /** It was answered from the schema of a description that a user brought: no evidence of anything. */
  readonly generated?: 'schema'
  /** What it moved in state machines. */
  readonly transitions?: readonly TakenTransition[]
}

/** An entry as the journal gives it out. */
export interface RecordedExchange extends JournalEntry {
  /** Grows from exchange to exchange of one simulator, over all worlds; `id` is the number within the world. */
  readonly number: number
}
