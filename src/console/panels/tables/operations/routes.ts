/** The routes of the control API that do what people do on the pages of the wiki and the tracker. */
import type { StoredRecord } from '../references.ts'
import { type Declarations, numberField, renamed, type RouteDeclaration, textField } from './declaration.ts'

const RULE = ['typeId', 'name', 'kind', 'severity', 'property', 'external', 'pattern', 'values'] as const

/** An input is left empty for what stays as it is. */
const given = (values: StoredRecord) => values

export const ROUTES: Declarations<RouteDeclaration> = {
  'add page': {
    route: 'POST /pages',
    inputs: [textField('title'), textField('spaceKey', true), numberField('parent', true)],
  },
  'change page': { route: 'PUT /pages/{id}', inputs: [textField('title')], body: given },
  'delete page': { route: 'DELETE /pages/{id}' },
  'change issue': {
    route: 'PUT /issues/{id}',
    inputs: [textField('summary', true), 'status', 'key'],
  },
  'add rule': {
    route: 'POST /rules',
    inputs: [numberField('projectContainerId'), ...RULE],
    body: (values) => renamed(values, { projectContainerId: 'containerId' }),
  },
  'change rule': { route: 'PUT /rules/{ruleId}', inputs: RULE, path: { ruleId: 'id' }, body: given },
  'delete rule': { route: 'DELETE /rules/{ruleId}', path: { ruleId: 'id' } },
}
