/**
 * Randomness without a shared stream: a value is drawn for an entity and a field, so that adding one record changes no
 * other. The generator is xoroshiro128+; its state is a 128-bit hash of what the value is for.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

export interface Random {
  /** Both limits are included. */
  integer(minimum: number, maximum: number): number
  /** From 0 to below 1. */
  fraction(): number
  /** The list must not be empty. */
  pick<T>(items: readonly T[]): T
  hex(digits: number): string
  uuid(): string
}

export function random(seed: string, kind: string, key: string | number, field: string): Random {
  return randomFields(seed, kind, key)(field)
}

/** The streams of one entity by field; hashes the entity once. */
export function randomFields(seed: string, kind: string, key: string | number): (field: string) => Random {
  const entity = absorb(BEGINNING, `${seed}\u0000${kind}\u0000${key}\u0000`)
  return (field) => new Stream(absorb(entity, field))
}

const BEGINNING: Words = [1779033703, 3144134277, 1013904242, 2773480762]

// A class, because bulk data makes a stream for every value, and closures are costly.
class Stream implements Random {
  readonly #generator: ReturnType<typeof xoroshiro128plusFromState>

  constructor(words: Words) {
    this.#generator = xoroshiro128plusFromState(finish(words))
  }

  integer(minimum: number, maximum: number): number {
    return uniformInt(this.#generator, minimum, maximum)
  }

  fraction(): number {
    return (this.#generator.next() >>> 0) / 0x1_0000_0000
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)] as T
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.integer(0, 15).toString(16)).join('')
  }

  uuid(): string {
    const beginning = `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}`
    const variant = (8 + this.integer(0, 3)).toString(16)
    return `${beginning}-${variant}${this.hex(3)}-${this.hex(12)}`
  }
}

type Words = readonly [number, number, number, number]

/** Hashes the UTF-16 units of a text into 128 bits by multiplication and mixing. */
function absorb([first, second, third, fourth]: Words, text: string): Words {
  // 32-bit words are the fastest for engines to multiply.
  let [a, b, c, d] = [first | 0, second | 0, third | 0, fourth | 0]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  return [a, b, c, d]
}

function finish([first, second, third, fourth]: Words): [number, number, number, number] {
  const a = Math.imul(third ^ (first >>> 18), 597399067)
  const b = Math.imul(fourth ^ (second >>> 22), 2869860233)
  const c = Math.imul(a ^ (third >>> 17), 951274213)
  const d = Math.imul(b ^ (fourth >>> 19), 2716044179)
  const mixed = a ^ b ^ c ^ d
  return [mixed | 0, (b ^ mixed) | 0, (c ^ mixed) | 0, (d ^ mixed) | 0]
}
