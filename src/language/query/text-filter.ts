/**
 * Tells quickly that texts cannot contain others, for queries that look for many: of the record at hand the pairs of
 * neighbouring characters are noted once, and a text that lacks a pair lacks whatever has it.
 */
import type { FieldValue, Scalar } from '../values.ts'

/** Tests on one text from which noting its pairs is cheaper than looking for each. */
const WORTHWHILE = 4

/** Texts longer than this have most pairs anyway. */
const LONGEST_NOTED = 4096

/** Pairs that are looked up of one test. */
const MOST_PAIRS = 8

/** A power of two; pairs that share a place only make the filter let more through. */
const PLACES = 1024

export class TextFilter<R> {
  readonly #read: (record: R) => readonly FieldValue[]
  /** For each place the turn in which a pair was noted there: a new turn forgets the pairs of the last record. */
  #noted: Uint32Array<ArrayBuffer> | undefined
  #turn = 0
  #tests = 0
  #last: R | undefined
  #isTooLong = false

  /** `read` gives the texts of a record, folded. */
  constructor(read: (record: R) => readonly FieldValue[]) {
    this.#read = read
  }

  /** A test that is true only for records none of whose texts contains all of these pieces; it may miss some. */
  lacks(pieces: readonly string[]): (record: R) => boolean {
    this.#tests++
    const pairs = pairsOf(pieces)
    return (record) => {
      if (this.#tests < WORTHWHILE) return false
      // Most queries never look for so much.
      const noted = (this.#noted ??= new Uint32Array(PLACES))
      if (record !== this.#last) this.#note(record, noted)
      if (this.#isTooLong) return false
      for (const pair of pairs) if (noted[pair] !== this.#turn) return true
      return false
    }
  }

  #note(record: R, noted: Uint32Array): void {
    this.#last = record
    this.#turn++
    let length = 0
    for (const values of this.#read(record))
      for (const value of listOf(values)) {
        const text = String(value)
        length += text.length
        if (length > LONGEST_NOTED) break
        for (let index = 1; index < text.length; index++) noted[pairAt(text, index)] = this.#turn
      }
    this.#isTooLong = length > LONGEST_NOTED
  }
}

function pairsOf(pieces: readonly string[]): readonly number[] {
  const pairs = new Set<number>()
  for (const piece of pieces)
    for (let index = 1; index < piece.length && pairs.size < MOST_PAIRS; index++)
      pairs.add(pairAt(piece, index))
  return [...pairs]
}

/** The place of the pair that ends at an index. Letters differ in their lowest five bits, so theirs rarely collide. */
function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index - 1) << 5) ^ text.charCodeAt(index)) & (PLACES - 1)
}

function listOf(values: FieldValue): readonly Scalar[] {
  if (values === undefined) return []
  return typeof values === 'object' ? values : [values]
}
