/** What leads a table back to the beginning of a transaction. */
import type { KeyPart } from './order.ts'

/** Beyond so many steps their memory is given back. */
const MOST_KEPT = 256

/**
 * What the writes of a transaction replaced, in order. The memory is used again by the next transaction: lists that grow anew
 * each time were a twelfth of all that a create allocates.
 */
export class UndoSteps<R> {
  #keys: KeyPart[] = []
  #befores: (R | undefined)[] = []
  #count = 0

  /** Notes a write: its key, and the record that it replaced, if there was one. */
  note(key: KeyPart, before: R | undefined): void {
    this.#keys[this.#count] = key
    this.#befores[this.#count] = before
    this.#count++
  }

  /** Forgets all steps. */
  clear(): void {
    if (this.#count > MOST_KEPT) {
      this.#keys = []
      this.#befores = []
    } else this.#befores.fill(undefined, 0, this.#count)
    this.#count = 0
  }

  /** Answers the steps, the last one first, and forgets them. */
  takeBackwards(): (readonly [key: KeyPart, before: R | undefined])[] {
    const steps = this.#keys
      .slice(0, this.#count)
      .map((key, position) => [key, this.#befores[position]] as const)
      .toReversed()
    this.clear()
    return steps
  }
}
