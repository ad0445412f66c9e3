/** The operations of the wiki that add, change and delete records. */
import type { StoredRecord } from '../references.ts'
import {
  changed,
  type Declarations,
  numberField,
  type OperationDeclaration,
  textField,
} from './declaration.ts'

const isActive = ({ status }: StoredRecord) => status === 'ACTIVE'
const BASELINE = ['name', textField('searchQuery', true), 'pageId', 'parentBaseline'] as const
const BASELINE_FIELDS = BASELINE.map((input) => (typeof input === 'string' ? input : input.name))
const MATRIX = ['name', 'description', 'type', 'query', 'columns', 'sharedLevel'] as const
const PROPERTY_NAME = ['name', 'dataType', 'description'] as const
const ISSUE_TEMPLATE = [
  'title',
  'applinkId',
  'projectId',
  'issueTypeId',
  'relationship',
  'fields',
  'groupAll',
] as const
const INTEGRATION = ['label', 'displayUrl', 'rpcUrl', 'endpoint', 'version', 'status', 'username'] as const

/** What names a link beside the requirement and the issue. */
const linkQuery = ({ relationship, baseline }: StoredRecord) => ({ relationship, baseline })
const isOfSite = ({ projectContainerId }: StoredRecord) => projectContainerId === undefined

export const WIKI_OPERATIONS: Declarations<OperationDeclaration> = {
  'change requirement': {
    operation: 'wiki.requirement.write',
    isFor: isActive,
    inputs: ['key', 'html'],
    body: ({ key, html }, record) => ({
      htmlExcerpt: html,
      ...(key === record['key'] ? {} : { newKey: key }),
    }),
  },
  'delete requirement': { operation: 'wiki.requirement.delete', isFor: isActive },
  'add baseline': {
    operation: 'wiki.baseline.create',
    inputs: [textField('spaceKey'), ...BASELINE],
    body: ({ spaceKey: _spaceKey, ...baseline }) => ({ baseline }),
  },
  'change baseline': {
    operation: 'wiki.baseline.update',
    inputs: BASELINE,
    path: { version: 'number' },
    query: (values, record) => ({
      fields: Object.keys(changed(values, record, BASELINE_FIELDS))
        .join(',')
        .toUpperCase(),
    }),
    body: (values, record) => ({
      spaceKey: record['spaceKey'],
      baseline: record['number'],
      ...changed(values, record, BASELINE_FIELDS),
    }),
  },
  'delete baseline': { operation: 'wiki.baseline.delete', path: { version: 'number' } },
  'add issueLink': {
    operation: 'wiki.issueLink.add',
    inputs: [
      textField('spaceKey'),
      textField('key'),
      textField('issueKey'),
      textField('relationship', true),
      numberField('baseline', true),
    ],
    path: { issue: 'issueKey' },
    query: linkQuery,
    body: () => ({}),
  },
  'delete issueLink': {
    operation: 'wiki.issueLink.remove',
    isFor: ({ wiki }) => wiki !== undefined,
    path: { issue: 'issueKey' },
    query: (_values, record) => linkQuery(record),
  },
  'add matrix': { operation: 'wiki.traceability.create', inputs: [textField('spaceKey'), ...MATRIX] },
  'change matrix': { operation: 'wiki.traceability.change', inputs: MATRIX },
  'delete matrix': { operation: 'wiki.traceability.delete' },
  'add propertyName': {
    operation: 'wiki.propertyNames.register',
    inputs: [textField('spaceKey'), ...PROPERTY_NAME],
  },
  'change propertyName': {
    operation: 'wiki.propertyNames.change',
    inputs: PROPERTY_NAME,
    path: { propertyName: 'name' },
  },
  'delete propertyName': { operation: 'wiki.propertyNames.unregister', path: { propertyName: 'name' } },
  'add requirementType': {
    operation: 'wiki.types.create',
    inputs: [textField('spaceKey'), 'name', 'pattern', 'description'],
  },
  'add issueTemplate': {
    operation: 'wiki.issueTemplate.create',
    inputs: [textField('spaceKey'), ...ISSUE_TEMPLATE],
  },
  'change issueTemplate': { operation: 'wiki.issueTemplate.update', inputs: ISSUE_TEMPLATE },
  'delete issueTemplate': { operation: 'wiki.issueTemplate.delete' },
  'add setting': {
    operation: 'wiki.settings.change',
    inputs: ['name', 'value'],
    path: { settingsName: 'name' },
    body: ({ value }) => ({ value: value ?? null }),
  },
  'change setting': {
    operation: 'wiki.settings.change',
    isFor: isOfSite,
    inputs: ['value'],
    path: { settingsName: 'name' },
    body: ({ value }) => ({ value: value ?? null }),
  },
  'delete setting': {
    operation: 'wiki.settings.change',
    isFor: isOfSite,
    path: { settingsName: 'name' },
    body: () => ({ value: null }),
  },
  'change integration': { operation: 'wiki.integration.update', inputs: INTEGRATION },
  'delete integration': { operation: 'wiki.integration.delete' },
  'delete outboundMessage': { operation: 'wiki.queue.remove', path: { messageId: 'id' } },
  'delete task': { operation: 'wiki.task.delete', path: { taskId: 'id' } },
  'delete excelAttachment': { operation: 'wiki.excel.delete', path: { attachmentId: 'id' } },
}
