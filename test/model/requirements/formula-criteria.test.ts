import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { applications } from '../../../src/model/records/service/applications.ts'
import { formulaSource } from '../../../src/model/searching/formulas.ts'
import { frozenRows, frozenSets } from '../../../src/model/finding/requirements/frozen.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { users } from '../../../src/model/records/service/users.ts'
import { startClient } from '../../support/client.ts'

test('criteria of a formula select a frozen copy alike, however many records were tested before', async () => {
  const { simulator } = await startClient()
  const store = simulator.world.region('eu')
  const user = store.table(users).find('name', ['alice'])
  const application = store.table(applications).get(101)
  if (user === undefined || application === undefined) throw new Error('the demo has both')
  const copies = [...store.table(frozenSets).scan()].flatMap((set) => [...frozenRows(store, set)])
  const rows = [...store.table(requirements).scan()]
  expect(copies.length).toBeGreaterThan(0)
  const matches = formulaSource(store, user, application).criteria(parseQuery("key = 'REQ-001'"))
  const wanted = copies.filter((copy) => copy.key === 'REQ-001')
  expect(wanted.length).toBeGreaterThan(0)
  for (let round = 0; round < 100; round++) {
    expect(rows.filter((row) => matches(row)).map(({ key }) => key)).toEqual(['REQ-001'])
    expect(copies.filter((copy) => matches(copy))).toEqual(wanted)
  }
})
