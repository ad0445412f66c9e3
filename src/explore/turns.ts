/** Handles requests that wait at the same time one by one, and lets the clock move only when none waits. */

interface Sleeper {
  readonly due: number
  readonly wake: () => void
  readonly move: (due: number) => void
}

interface Waiting {
  readonly call: string
  readonly resume: (number: number) => void
}

/** Returns the index, from 0, of the waiting call that is handled as call `number`. */
type Pick = (number: number, waiting: readonly string[]) => number

export class Turns {
  readonly #nextTask: () => Promise<void>
  readonly #pick: Pick
  readonly #waiting: Waiting[] = []
  readonly #sleepers: Sleeper[] = []
  #number = 0
  #works = false
  #hadChoice = false

  constructor(nextTask: () => Promise<void>, pick: Pick) {
    this.#nextTask = nextTask
    this.#pick = pick
  }

  /** Whether the last request was taken from several. */
  get hadChoice(): boolean {
    return this.#hadChoice
  }

  /** Resolves with the number of the request when it is its turn. */
  take(call: string): Promise<number> {
    const turn = new Promise<number>((resume) => void this.#waiting.push({ call, resume }))
    void this.#work()
    return turn
  }

  /** Resolves when the clock has moved to `due`, after all requests and sleepers that come before. */
  sleepUntil(due: number, move: (due: number) => void): Promise<void> {
    const slept = new Promise<void>((wake) => void this.#sleepers.push({ due, wake, move }))
    void this.#work()
    return slept
  }

  async #work(): Promise<void> {
    if (this.#works) return
    this.#works = true
    while (this.#waiting.length + this.#sleepers.length > 0) {
      await this.#nextTask()
      if (this.#waiting.length > 0) this.#next()
      else this.#wakeFirst()
    }
    this.#works = false
  }

  #next(): void {
    const number = ++this.#number
    this.#hadChoice = this.#waiting.length > 1
    const pick = this.#pick(
      number,
      this.#waiting.map(({ call }) => call),
    )
    const [next] = this.#waiting.splice(pick % this.#waiting.length, 1)
    next?.resume(number)
  }

  #wakeFirst(): void {
    let first = 0
    for (const [index, { due }] of this.#sleepers.entries())
      if (due < (this.#sleepers[first] as Sleeper).due) first = index
    const [sleeper] = this.#sleepers.splice(first, 1)
    sleeper?.move(sleeper.due)
    sleeper?.wake()
  }
}
