/** Counts exchanges that were answered from the schema of a description: apart from the evidence of the report. */
import type { GeneratedReport } from '../gateway/report/described.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { compareCodePoints } from '../world/order.ts'

/** Worlds that are told apart; what further ones do counts for the simulator only. */
const MOST_WORLDS = 1000
/** Where it counts that belongs to no world alone; no name of a world. */
const REST = ''

type Statuses = Map<number, number>

export class GeneratedExchanges {
  /** By world and operation. */
  readonly #worlds = new Map<string, Map<string, Statuses>>()

  add(entry: JournalEntry): void {
    if (entry.operation !== undefined) this.#count(entry.world, entry.operation, entry.answer.status, 1)
  }

  /** By operation; over all worlds, or over one. */
  report(world?: string): GeneratedReport[] {
    const worlds = world === undefined ? [...this.#worlds.values()] : [this.#worlds.get(world) ?? new Map()]
    const together = new Map<string, Statuses>()
    for (const operations of worlds)
      for (const [operation, statuses] of operations)
        for (const [status, times] of statuses) addTo(together, operation, status, times)
    return [...together]
      .toSorted(([a], [b]) => compareCodePoints(a, b))
      .map(([operation, statuses]) => ({
        operation,
        times: [...statuses.values()].reduce((sum, times) => sum + times, 0),
        statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
      }))
  }

  /** What bears the name of this world from now on is another: what it did so far counts for the simulator alone. */
  endLife(world: string): void {
    const operations = this.#worlds.get(world)
    this.#worlds.delete(world)
    for (const [operation, statuses] of operations ?? [])
      for (const [status, times] of statuses) this.#count(REST, operation, status, times)
  }

  clear(): void {
    this.#worlds.clear()
  }

  #count(world: string, operation: string, status: number, times: number): void {
    const name = this.#worlds.has(world) || this.#worlds.size < MOST_WORLDS ? world : REST
    const operations = this.#worlds.get(name) ?? new Map<string, Statuses>()
    this.#worlds.set(name, operations)
    addTo(operations, operation, status, times)
  }
}

function addTo(operations: Map<string, Statuses>, operation: string, status: number, times: number): void {
  const statuses = operations.get(operation) ?? new Map<number, number>()
  operations.set(operation, statuses)
  statuses.set(status, (statuses.get(status) ?? 0) + times)
}
