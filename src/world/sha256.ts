/** SHA-256 (FIPS 180-4) of a text or of bytes. A page loads a fifth of what a library of hashes takes. */

/** The fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = Int32Array.from(primes(64), (prime) => fractionOf(Math.cbrt(prime)))
/** Those of the square roots of the first eight. */
const BEGINNING = Int32Array.from(primes(8), (prime) => fractionOf(Math.sqrt(prime)))
const ENCODER = new TextEncoder()
const BLOCK = 64

/** 64 hexadecimal digits in lower case; a text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? ENCODER.encode(content) : content
  const { length } = bytes
  const state = BEGINNING.slice()
  const words = new Int32Array(64)
  const whole = length - (length % BLOCK)
  for (let at = 0; at < whole; at += BLOCK) addBlock(state, words, bytes, at)
  const end = new Uint8Array(length - whole < BLOCK - 8 ? BLOCK : 2 * BLOCK)
  end.set(bytes.subarray(whole))
  end[length - whole] = 0x80
  // The length in bits has 64 bits.
  const view = new DataView(end.buffer)
  view.setUint32(end.length - 8, length / 2 ** 29)
  view.setUint32(end.length - 4, length * 8)
  for (let at = 0; at < end.length; at += BLOCK) addBlock(state, words, end, at)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The bytes of a hash as base64. */
export function base64Of(hash: string): string {
  return btoa(hash.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))))
}

function addBlock(state: Int32Array, words: Int32Array, bytes: Uint8Array, begin: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + begin, BLOCK)
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(4 * at)
  const word = (at: number): number => words[at] as number
  for (let at = 16; at < 64; at++) {
    const near = word(at - 2)
    const far = word(at - 15)
    words[at] =
      word(at - 16) +
      word(at - 7) +
      (rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)) +
      (rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3))
  }
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = state
  let [a = 0, b = 0, c = 0, d = 0] = [first, second, third, fourth]
  let [e = 0, f = 0, g = 0, h = 0] = [fifth, sixth, seventh, eighth]
  for (let at = 0; at < 64; at++) {
    const turned = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const added = h + turned + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + word(at)
    const mixed = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + added) | 0
    d = c
    c = b
    b = a
    a = (added + mixed) | 0
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] as number) + value
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function fractionOf(root: number): number {
  return (root % 1) * 2 ** 32
}

function primes(count: number): readonly number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}
