import { expect, test } from 'vitest'
import { isCut } from '../../../src/console/panels/tables/cut-lists.ts'
import { textOf, valuesOf } from '../../../src/console/panels/tables/field-text.ts'
import type { TableField } from '../../../src/control/responses/state.ts'
import { startClient } from '../../support/client.ts'

const field = (form: string, more: Partial<TableField> = {}): TableField => ({
  name: 'f',
  form,
  optional: true,
  ...more,
})
const DETACHED = field('choice', { values: [true] })

test('every record of the demo is sent as it was where nobody touches its fields', async () => {
  const client = await startClient()
  const { items: tables } = (await client.get('/_sim/state')).body as {
    items: { table: string; store: string }[]
  }
  for (const { table } of tables.filter(({ store, table }) => store === 'eu' && table !== 'sequence')) {
    const fields = (await client.get(`/_sim/state/${table}/fields`)).body.items as TableField[]
    const { items: records } = (await client.get(`/_sim/state/${table}?limit=500`)).body
    for (const record of records as Record<string, unknown>[]) {
      expect([table, valuesOf(fields, record, {})]).toEqual([table, record])
      const shown = fields.map((each) => [each.name, textOf(each, record[each.name])] as const)
      expect([table, valuesOf(fields, record, Object.fromEntries(shown))]).toEqual([table, record])
    }
  }
})

test.each<[string, TableField, unknown]>([
  ['an absent flag', field('flag'), undefined],
  ['a choice that is no text', DETACHED, true],
  ['an empty text', field('text'), ''],
  ['a text in JSON', field('either'), 'true'],
  ['a text of any form', field('json'), 'a "b"'],
])('%s stays as it is', (_title, of, value) => {
  const record = value === undefined ? {} : { f: value }
  expect(valuesOf([of], record, {})).toEqual(record)
  expect(valuesOf([of], record, { f: textOf(of, value) })).toEqual(record)
})

test.each<[string, TableField, Record<string, unknown>, string, unknown]>([
  ['a choice by its declared value', DETACHED, {}, 'true', true],
  ['a choice of texts', field('choice', { values: ['a', 'b'] }), { f: 'a' }, 'b', 'b'],
  ['no choice', DETACHED, { f: true }, '', undefined],
  ['a flag', field('flag'), { f: true }, 'false', false],
  ['no text', field('text'), { f: 'a' }, '', undefined],
  ['an empty text that must be there', field('text', { optional: false }), { f: 'a' }, '', ''],
  ['a text in JSON', field('either'), { f: 'a' }, '"b"', 'b'],
])('an input takes %s', (_title, of, record, text, value) => {
  expect(valuesOf([of], record, { f: text })['f']).toBe(value)
})

test('a new record has what must be there', () => {
  const flag = field('flag', { optional: false })
  expect(valuesOf([flag], {}, {})).toEqual({ f: false })
  expect(() => valuesOf([field('either')], {}, { f: 'a' })).toThrow(/^f is not JSON/)
})

test('only a list with more members than are read is a cut one', () => {
  expect(isCut({ list: ['… 1 more', 'no more'], inner: [{ list: ['and more'] }] })).toBe(false)
  const list = Array.from({ length: 101 }, (_, position) => String(position))
  expect(isCut({ list: [list.slice(1)] })).toBe(false)
  expect(isCut({ inner: [{ list }] })).toBe(true)
})
