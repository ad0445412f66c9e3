import { describe, expect, test } from 'vitest'
import { recordCheck } from '../../../src/model/input/record-check.ts'
import { namedTables } from '../../../src/model/schema.ts'
import * as field from '../../../src/world/store/fields.ts'
import { createSimulator } from '../../../src/index.ts'

const circle = field.object({ kind: field.oneOf(['circle']), radius: field.number({ above: 0 }) })
const square = field.object({ kind: field.oneOf(['square']), side: field.count })
const nested: field.Field<unknown> = field.object({
  inner: field.optional(field.later(() => nested)),
  depth: field.count,
})
const check = recordCheck({
  id: field.key(),
  name: field.optional(field.text),
  state: field.optional(field.oneOf(['ON', 'OFF'])),
  hash: field.optional(field.secret()),
  at: field.optional(field.instant),
  due: field.optional(field.dueInstant),
  size: field.optional(field.wholeNumber(1, 9)),
  isOpen: field.optional(field.flag),
  parent: field.optional(field.nullable(field.text)),
  tags: field.optional(field.list(field.text)),
  place: field.optional(field.pair(field.number(), field.number())),
  labels: field.optional(field.map(field.text)),
  note: field.optional(field.object({ text: field.json })),
  shape: field.optional(field.either(circle, square)),
  value: field.optional(field.either(field.text, field.flag, field.object({ bytes: field.count }))),
  even: field.optional(field.where(field.whole, 'must be even', (number) => number % 2 === 0)),
  nested: field.optional(nested),
})

const HASH = 'invalid string: must match pattern /^[0-9a-f]{64}$/'
const SHAPES = 'must have one of the shapes that are described'

test.each<[object, string]>([
  [{}, "'id' is required: must be a number"],
  [{ id: undefined }, "'id' is required: must be a number"],
  [Object.create({ id: 1 }) as object, "'id' is required: must be a number"],
  [{ id: '1' }, "'id': must be a number, not '1'"],
  [{ id: 1.5 }, "'id': must be a whole number, not '1.5'"],
  [{ id: NaN }, "'id': must be a number, not 'null'"],
  [{ id: 0 }, "'id': must be at least 1, not '0'"],
  [{ id: 2 ** 53 }, "'id': must be at most 9007199254740991, not '9007199254740992'"],
  [{ id: 1, name: null }, "'name': must be text, not 'null'"],
  [{ id: 1, state: 'on' }, '\'state\': must be "ON" or "OFF", not \'on\''],
  [{ id: 1, hash: 'x' }, `'hash': ${HASH}, not 'x'`],
  [{ id: 1, at: 1e15 }, "'at': must be at most 253402300799999, not '1000000000000000'"],
  [{ id: 1, due: 1e17 }, "'due': must be at most 8640000000000000, not '100000000000000000'"],
  [{ id: 1, size: 10 }, "'size': must be at most 9, not '10'"],
  [{ id: 1, isOpen: 1 }, "'isOpen': must be true or false, not '1'"],
  [{ id: 1, parent: 1 }, "'parent': must be text, not '1'"],
  [{ id: 1, tags: {} }, "'tags': must be a list, not '{}'"],
  [{ id: 1, tags: ['a', 1] }, "'tags[1]': must be text, not '1'"],
  [{ id: 1, place: [1] }, "'place': must be a list of two, not '[1]'"],
  [{ id: 1, place: [1, ''] }, "'place[1]': must be a number, not ''"],
  [{ id: 1, labels: [] }, "'labels': must be an object, not '[]'"],
  [{ id: 1, labels: { a: 1 } }, "'labels.a': must be text, not '1'"],
  [{ id: 1, note: {} }, "'note.text' is required: must be any JSON"],
  [{ id: 1, note: { text: 1, texts: 2 } }, "'note' has no field 'texts': leave it out"],
  [{ id: 1, shape: { kind: 'circle', radius: 0 } }, "'shape.radius': must be more than 0, not '0'"],
  [{ id: 1, shape: { kind: 'square' } }, "'shape.side' is required: must be a number"],
  [{ id: 1, shape: { kind: 'cube' } }, `'shape.kind': ${SHAPES}, not 'cube'`],
  [{ id: 1, value: 1 }, `'value': ${SHAPES}, not '1'`],
  [{ id: 1, value: { bytes: -1 } }, "'value.bytes': must be at least 0, not '-1'"],
  [{ id: 1, even: 3 }, "'even': must be even, not '3'"],
  [{ id: 1, nested: { depth: 0, inner: { depth: '' } } }, "'nested.inner.depth': must be a number, not ''"],
  [{ id: 1, nane: '' }, "the record has no field 'nane': did you mean 'name'?"],
  [
    JSON.parse('{ "id": 1, "__proto__": 1 }') as object,
    "the record has no field '__proto__': it takes id, name, state,",
  ],
])('%j is refused: %s', (record, message) => {
  expect(check(record)?.slice(0, message.length)).toBe(message)
})

test.each<[object]>([
  [{ id: 1 }],
  [{ id: 1, parent: null, tags: [], place: [0.5, 1], labels: { a: '' }, note: { text: null }, even: 2 }],
  [{ id: 1, shape: { kind: 'circle', radius: 0.1 }, value: true, nested: { inner: { depth: 1 }, depth: 0 } }],
])('%j is accepted', (record) => {
  expect(check(record)).toBeUndefined()
})

describe('records of the demo are accepted, and one with a field too many is not', async () => {
  const { world } = await createSimulator({ scenario: 'demo' })
  test.each(Object.values(namedTables))('$name', (definition) => {
    const checkRecord = recordCheck(definition.fields)
    for (const store of [world.region('eu'), world.system])
      for (const record of store.table(definition as never).scan() as Iterable<object>) {
        expect(checkRecord(record)).toBeUndefined()
        expect(checkRecord({ ...record, tooMuch: 1 })).toContain("has no field 'tooMuch'")
      }
  })
})
