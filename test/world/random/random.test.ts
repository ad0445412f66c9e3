import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../../src/world/random/random.ts'

const name = fc.string({ maxLength: 8 })
const entity = fc.tuple(name, name, fc.oneof(name, fc.integer()), name)
const draw = (source: Parameters<typeof random>) => {
  const stream = random(...source)
  return [stream.hex(32), stream.integer(0, 1_000_000), stream.fraction()]
}

describe('random values', () => {
  test('are pinned: a release that changes one changes every world', () => {
    const stream = random('42', 'token', 7, 'value')
    const drawn = [
      stream.uuid(),
      stream.hex(8),
      stream.integer(1, 100),
      stream.fraction(),
      stream.pick(['a', 'b', 'c']),
    ]
    expect(drawn).toMatchInlineSnapshot(`
      [
        "4ebce2d9-ebb6-4d04-9ad1-b0306f36f6e7",
        "f8a3f94a",
        34,
        0.19820718397386372,
        "a",
      ]
    `)
    expect(random('42', 'token', 8, 'value').uuid()).toMatchInlineSnapshot(
      `"26e538af-4ef2-4650-a521-7e32d517ccdb"`,
    )
    expect(random('', '', '', '').uuid()).toMatchInlineSnapshot(`"41180116-4928-4017-a55b-23704500361c"`)
  })

  test('belong to their entity: whatever else is drawn, they stay', () => {
    fc.assert(
      fc.property(entity, fc.array(entity, { maxLength: 5 }), (source, others) => {
        const alone = draw(source)
        const streams = others.map((other) => random(...other))
        const stream = random(...source)
        const interleaved = [stream.hex(32)]
        for (const other of streams) other.integer(0, 9)
        expect([...interleaved, stream.integer(0, 1_000_000), stream.fraction()]).toEqual(alone)
      }),
    )
  })

  test('differ as soon as seed, kind, key or field differs', () => {
    const seen = new Set<string>()
    for (let number = 0; number < 2000; number++) {
      seen.add(random(`s${number}`, 'kind', 1, 'field').hex(32))
      seen.add(random('seed', `k${number}`, 1, 'field').hex(32))
      seen.add(random('seed', 'kind', number, 'field').hex(32))
      seen.add(random('seed', 'kind', 0, `f${number}`).hex(32))
    }
    expect(seen.size).toBe(8000)
  })

  test('are version 4 UUIDs, digits and numbers within their bounds', () => {
    fc.assert(
      fc.property(entity, fc.integer({ min: -1000, max: 1000 }), fc.nat(5000), (source, minimum, span) => {
        const stream = random(...source)
        expect(stream.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(stream.hex(5)).toMatch(/^[0-9a-f]{5}$/)
        const integer = stream.integer(minimum, minimum + span)
        expect(Number.isInteger(integer) && integer >= minimum && integer <= minimum + span).toBe(true)
        const fraction = stream.fraction()
        expect(fraction >= 0 && fraction < 1).toBe(true)
        expect([1, 2, 3]).toContain(stream.pick([1, 2, 3]))
      }),
    )
  })

  test('spread evenly over neighbouring keys', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (let key = 0; key < 20_000; key++)
      counts[random('seed', 'requirement', key, 'Priority').integer(0, 9)]! += 1
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(250)
  })
})
