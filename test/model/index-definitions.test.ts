// What the definitions of indexes promise is so of the records of real worlds.

import { expect, test } from 'vitest'
import { worldSchema } from '../../src/model/schema.ts'
import { indexKeysOf } from '../../src/world/index-keys.ts'
import { startClient } from '../support/client.ts'

test('the fields of an index are what its keys begin with, and all of them where it is hashed', async () => {
  const { simulator } = await startClient()
  const store = simulator.world.region('eu')
  const compared = { hashed: 0, others: 0 }
  for (const table of worldSchema.tables) {
    for (const definition of Object.values(table.indexes)) {
      const { fields, hashedBy } = definition
      if (fields === undefined) continue
      for (const record of store.table(table).scan()) {
        const values = fields.map((field) => (record as Readonly<Record<string, unknown>>)[field])
        if (values.includes(undefined)) continue
        const keys = indexKeysOf(definition, record)
        expect(keys).toHaveLength(1)
        expect(hashedBy === undefined ? keys[0]?.slice(0, fields.length) : keys[0]).toEqual(values)
        compared[hashedBy === undefined ? 'others' : 'hashed']++
      }
    }
  }
  expect(compared.hashed).toBeGreaterThan(0)
  expect(compared.others).toBeGreaterThan(0)
})
