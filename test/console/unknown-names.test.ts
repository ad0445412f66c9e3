import type { QueryNames } from '../../src/control/responses/requirements.ts'
import { expect, test } from 'vitest'
import { NO_NAMES } from '../../src/console/panels/requirements/completion.ts'
import { unknownProperties } from '../../src/console/panels/requirements/unknown-names.ts'

const names: QueryNames = {
  ...NO_NAMES,
  properties: [
    { name: 'Priority', kind: 'inline', dataType: 'TEXT' },
    { name: 'Cost', kind: 'external', dataType: 'DECIMAL' },
  ],
}

test.each([
  ["@Priority = 'High' AND ext@Cost = 100", []],
  ["@Priorty = 'High'", [{ name: 'Priorty', nearest: 'Priority' }]],
  ["key = 'REQ-001' AND (@Cost = 1)", [{ name: 'Cost', nearest: undefined }]],
  ['ext@Cots = 1 OR ext@Cots = 2', [{ name: 'Cots', nearest: 'Cost' }]],
  ["key ~ '@Nothing%'", []],
  ["from@refines = 'REQ-001'", []],
  ["key ~ '@Never closed", []],
])('%s', (query, unknown) => {
  expect(unknownProperties(query, names)).toEqual(unknown)
})

test('says nothing where no name is known yet', () => {
  expect(unknownProperties("@Priorty = 'High'", NO_NAMES)).toEqual([])
})
