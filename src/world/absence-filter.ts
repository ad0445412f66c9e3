/** Tells that a text was never added, without a look at those that were: a set of bits under hashes. */

/** A power of two; 100,000 texts fill a third of it. */
const PLACES = 2 ** 18

export class AbsenceFilter {
  // Eight to a byte: 32 KB stay in the processor's caches, which is what makes a look cheap.
  #bits: Uint8Array | undefined

  add(text: string): void {
    const place = placeOf(text)
    const bits = (this.#bits ??= new Uint8Array(PLACES / 8))
    bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7))
  }

  /** False only for a text that was never added. */
  mayHave(text: string): boolean {
    const place = placeOf(text)
    return this.#bits !== undefined && ((this.#bits[place >> 3] as number) & (1 << (place & 7))) !== 0
  }
}

function placeOf(text: string): number {
  let hash = text.length
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) & (PLACES - 1)
}
