/**
 * Randomness without a shared stream: a value is drawn for an entity and a field, so that adding one record changes no
 * other. The generator is xoroshiro128+; its state is a 128-bit hash of what the value is for.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** A short stream of values for one entity and field. */
export interface Random {
  /** A whole number from `minimum` to `maximum`, both included. */
  integer(minimum: number, maximum: number): number
  /** A number from 0 up to, not including, 1. */
  fraction(): number
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T
  /** So many hexadecimal digits. */
  hex(digits: number): string
  /** A version 4 UUID. */
  uuid(): string
}

/** The stream of values that belongs to this seed, kind of entity, key and field. */
export function random(seed: string, kind: string, key: string | number, field: string): Random {
  const generator = xoroshiro128plusFromState(hash128(`${seed}\u0000${kind}\u0000${key}\u0000${field}`))
  const integer = (minimum: number, maximum: number) => uniformInt(generator, minimum, maximum)
  const hex = (digits: number) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join('')
  return {
    integer,
    fraction: () => (generator.next() >>> 0) / 0x1_0000_0000,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + integer(0, 3)).toString(16)}${hex(3)}-${hex(12)}`,
  }
}

/** Four well-mixed 32-bit words of a text (MurmurHash3-style multiplication and rotation over UTF-16 units). */
function hash128(text: string): [number, number, number, number] {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  const mixed = a ^ b ^ c ^ d
  return [mixed | 0, (b ^ mixed) | 0, (c ^ mixed) | 0, (d ^ mixed) | 0]
}
