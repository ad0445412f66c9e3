// Imported records are tested without zod parsing each: the verdict is the one that zod has, whatever a field holds.

import { expect, test } from 'vitest'
import { recordShape } from '../../../src/simulator/records/record-shapes.ts'
import { regionTables } from '../../../src/model/schema.ts'
import { createSimulator } from '../../../src/index.ts'

const { world } = await createSimulator({ scenario: 'demo' })
const holes: unknown[] = []
holes.length = 2
const WRONG = [
  undefined,
  null,
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  '',
  'text',
  true,
  [],
  [null],
  holes,
  {},
  { id: 1 },
]

/** Copies of a record in which one field, at any depth, is a wrong value, is missing, or is one too many. */
function* mutantsOf(value: object): Iterable<object> {
  const fields = Object.entries(value)
  const list = Array.isArray(value)
  const made = (name: string, changed: unknown): object =>
    list ? value.with(Number(name), changed) : { ...value, [name]: changed }
  if (!list) yield { ...value, unknown: 1 }
  for (const [name, inner] of fields) {
    for (const wrong of WRONG) yield made(name, wrong)
    if (typeof inner === 'object' && inner !== null)
      for (const mutant of mutantsOf(inner)) yield made(name, mutant)
    if (list) continue
    const { [name]: _, ...others } = value as Record<string, unknown>
    yield others
    // Inherited is not present.
    yield Object.assign(Object.create({ [name]: inner }) as object, others, { unknown: 1 })
  }
}

test.each(Object.keys(regionTables))('%s', (table) => {
  const { shape, accepts } = recordShape(table)!
  const records = [
    ...world
      .region('eu')
      .table(regionTables[table as never])
      .scan(),
  ].slice(0, 4) as object[]
  for (const record of records) {
    expect(accepts()(record), JSON.stringify(record)).toBe(true)
    for (const mutant of mutantsOf(record))
      if (accepts()(mutant) !== shape().safeParse(mutant).success)
        expect.fail(`${JSON.stringify(mutant)} is judged otherwise than zod judges it`)
  }
})
