/** Tells that a text was never added, without a look at those that were: a set of bits under hashes. */
import type { KeyPart } from './order.ts'

/** Bits, as a power of two: 32 KB stay in the processor's caches, which is what makes a look cheap. */
const LEAST_POWER = 18
/** Bits for each text that a filter is made for: two of them are set, so that it is unsure of 1 to 5 % of the others at first. */
const PLACES_EACH = 8

export class AbsenceFilter {
  readonly #places: number
  #left: number
  #bits: Uint8Array | undefined

  /** For about so many texts, and at least as many again. */
  constructor(texts = 0) {
    this.#places = 2 ** Math.max(LEAST_POWER, Math.ceil(Math.log2(texts * PLACES_EACH)))
    this.#left = this.#places / 4
  }

  /** True when so much was added that a look tells little. */
  get isWorn(): boolean {
    return this.#left <= 0
  }

  /** Adds a text; of anything else it tells nothing. */
  add(member: KeyPart | undefined): void {
    if (typeof member !== 'string') return
    this.#bits ??= new Uint8Array(this.#places / 8)
    const hash = hashOf(member)
    this.#set(hash ^ (hash >>> 15))
    this.#set(otherOf(hash))
    this.#left--
  }

  /** False only for a text that was never added. */
  mayHave(member: KeyPart | undefined): boolean {
    if (typeof member !== 'string') return true
    const hash = hashOf(member)
    return this.#isSet(hash ^ (hash >>> 15)) && this.#isSet(otherOf(hash))
  }

  #set(hash: number): void {
    const place = hash & (this.#places - 1)
    // Eight to a byte.
    if (this.#bits !== undefined)
      this.#bits[place >> 3] = (this.#bits[place >> 3] as number) | (1 << (place & 7))
  }

  #isSet(hash: number): boolean {
    const place = hash & (this.#places - 1)
    return this.#bits !== undefined && ((this.#bits[place >> 3] as number) & (1 << (place & 7))) !== 0
  }
}

function hashOf(text: string): number {
  let hash = text.length
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/** Another hash of the same text, as good as independent. */
const otherOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> 7
