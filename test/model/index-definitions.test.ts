// What the definitions of indexes promise is so of the records of real worlds.

import { expect, test } from 'vitest'
import { worldSchema } from '../../src/model/schema.ts'
import { indexKeysOf } from '../../src/world/store/index-keys.ts'
import { startClient } from '../support/client.ts'

test('the fields of an index are what its keys begin with', async () => {
  const { simulator } = await startClient()
  const store = simulator.world.region('eu')
  let compared = 0
  for (const table of worldSchema.tables) {
    for (const definition of Object.values(table.indexes)) {
      const { fields } = definition
      if (fields === undefined) continue
      for (const record of store.table(table).scan()) {
        const values = fields.map((field) => (record as Readonly<Record<string, unknown>>)[field])
        if (values.includes(undefined)) continue
        const keys = indexKeysOf(definition, record)
        expect(keys).toHaveLength(1)
        expect(keys[0]?.slice(0, fields.length)).toEqual(values)
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(0)
})
