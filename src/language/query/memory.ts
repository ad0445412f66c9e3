/** What a plan remembers of records while it runs, by their identity. */

/** Identities below this are kept in an array: they are numbers of a sequence, so the array is dense. */
const LARGEST_DENSE = 1 << 22

/** Remembers a yes or no per identity; `decide` is called once for each. */
export function rememberDecision<R>(
  decide: (record: R) => boolean,
): (record: R, identity: number) => boolean {
  let dense = new Uint8Array(1024)
  const sparse = new Map<number, boolean>()
  return (record, id) => {
    if (isDense(id)) {
      const known = dense[id] ?? UNDECIDED
      if (known !== UNDECIDED) return known === YES
      const answer = decide(record)
      if (id >= dense.length) dense = grown(dense, id)
      dense[id] = answer ? YES : NO
      return answer
    }
    const answer = sparse.get(id) ?? decide(record)
    sparse.set(id, answer)
    return answer
  }
}

const UNDECIDED = 0
const NO = 1
const YES = 2

function grown(bytes: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(bytes.length * 2, index + 1))
  larger.set(bytes)
  return larger
}

/** A set of identities. */
export class IdentitySet {
  #dense = new Uint32Array(256)
  readonly #sparse = new Set<number>()

  has(id: number): boolean {
    if (!isDense(id)) return this.#sparse.has(id)
    return ((this.#dense[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0
  }

  add(id: number): void {
    if (!isDense(id)) {
      this.#sparse.add(id)
      return
    }
    const word = id >>> 5
    if (word >= this.#dense.length) {
      const larger = new Uint32Array(Math.max(this.#dense.length * 2, word + 1))
      larger.set(this.#dense)
      this.#dense = larger
    }
    this.#dense[word] = (this.#dense[word] ?? 0) | (1 << (id & 31))
  }
}

function isDense(id: number): boolean {
  return id >= 0 && id < LARGEST_DENSE && Number.isInteger(id)
}

/** Remembers the lists read of records; an empty one costs nothing to read again, and most are empty. */
export function rememberLists<R, T>(
  read: (record: R) => readonly T[],
  identity: (record: R) => number,
): (record: R) => readonly T[] {
  const all = new Map<number, readonly T[]>()
  return rememberLast((record) => {
    const id = identity(record)
    const known = all.get(id)
    if (known !== undefined) return known
    const list = read(record)
    if (list.length > 0) all.set(id, list)
    return list
  })
}

/** A scan asks about the same record again and again before it goes on to the next. */
export function rememberLast<R, V>(read: (record: R) => V): (record: R) => V {
  let last: { record: R; value: V } | undefined
  return (record) => {
    if (last === undefined) last = { record, value: read(record) }
    else if (last.record !== record) {
      last.value = read(record)
      last.record = record
    }
    return last.value
  }
}
