/** The operations of the wiki that add, change and delete records of a table, and what each takes of a record. */
import type { TableField } from '../../../control/responses/state.ts'
import type { ServiceCall } from '../../calls/api.ts'
import type { StoredRecord } from './references.ts'

export type Action = 'add' | 'change' | 'delete'

export interface RecordOperation {
  /** As the reference names it: `PUT /baseline/{spaceKey}/{version}`. */
  readonly title: string
  readonly inputs: readonly TableField[]
  /** What the inputs begin with. */
  readonly initial: StoredRecord
  readonly call: (values: StoredRecord) => ServiceCall
}

const BASE = '/wiki/rest/reqs/1'

const textField = (name: string, optional = false): TableField => ({ name, form: 'text', optional })
const countField = (name: string): TableField => ({ name, form: 'number', optional: true })

/** The operation for a record; undefined if the service has none, and the control API changes the table. */
export function operationFor(
  table: string,
  action: Action,
  record: StoredRecord = {},
): RecordOperation | undefined {
  switch (`${action} ${table}`) {
    case 'change requirement':
      return record['status'] === 'ACTIVE' ? changeRequirement(record) : undefined
    case 'delete requirement':
      return record['status'] === 'ACTIVE' ? deleteRequirement(record) : undefined
    case 'add baseline':
      return ADD_BASELINE
    case 'change baseline':
      return changeBaseline(record)
    case 'delete baseline':
      return deleteBaseline(record)
    case 'add issueLink':
      return linkOperation('PUT', {})
    case 'delete issueLink':
      return isObject(record['wiki']) ? linkOperation('DELETE', record['wiki']) : undefined
    default:
      return undefined
  }
}

function changeRequirement(record: StoredRecord): RecordOperation {
  return {
    title: 'PUT /requirement2/{spaceKey}/{key}',
    inputs: [textField('key'), textField('html')],
    initial: record,
    call: ({ key, html }) => ({
      method: 'PUT',
      path: `${BASE}/requirement2/${segments(record['spaceKey'], record['key'])}`,
      body: JSON.stringify({ htmlExcerpt: html, ...(key === record['key'] ? {} : { newKey: key }) }),
    }),
  }
}

function deleteRequirement({ spaceKey, key }: StoredRecord): RecordOperation {
  return {
    title: 'DELETE /requirement2/{spaceKey}/{key}',
    inputs: [],
    initial: {},
    call: () => ({ method: 'DELETE', path: `${BASE}/requirement2/${segments(spaceKey, key)}` }),
  }
}

const BASELINE_INPUTS: readonly TableField[] = [
  textField('name'),
  textField('searchQuery', true),
  countField('pageId'),
  countField('parentBaseline'),
]

const ADD_BASELINE: RecordOperation = {
  title: 'POST /baseline/{spaceKey}',
  inputs: [textField('spaceKey'), ...BASELINE_INPUTS],
  initial: {},
  call: ({ spaceKey, ...baseline }) => ({
    method: 'POST',
    path: `${BASE}/baseline/${segments(spaceKey)}`,
    body: JSON.stringify({ baseline }),
  }),
}

function changeBaseline(record: StoredRecord): RecordOperation {
  return {
    title: 'PUT /baseline/{spaceKey}/{version}',
    inputs: BASELINE_INPUTS,
    initial: record,
    call: (values) => {
      const names = BASELINE_INPUTS.map(({ name }) => name)
      const changed = names.filter((name) => values[name] !== record[name])
      const body = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
      const fields = changed.map((name) => name.toUpperCase()).join(',')
      const path = `${BASE}/baseline/${segments(record['spaceKey'], record['number'])}`
      return { method: 'PUT', path: `${path}?fields=${fields}`, body: JSON.stringify(body) }
    },
  }
}

function deleteBaseline({ spaceKey, number }: StoredRecord): RecordOperation {
  return {
    title: 'DELETE /baseline/{spaceKey}/{version}',
    inputs: [],
    initial: {},
    call: () => ({ method: 'DELETE', path: `${BASE}/baseline/${segments(spaceKey, number)}` }),
  }
}

function linkOperation(method: 'PUT' | 'DELETE', view: StoredRecord): RecordOperation {
  return {
    title: `${method} /requirement2/{spaceKey}/{key}/link/issue/{issue}`,
    inputs:
      method === 'DELETE'
        ? []
        : [
            textField('spaceKey'),
            textField('key'),
            textField('issueKey'),
            textField('relationship', true),
            countField('baseline'),
          ],
    initial: view,
    call: ({ spaceKey, key, issueKey, relationship, baseline }) => {
      const given = Object.entries({ relationship, baseline }).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      const path = `${BASE}/requirement2/${segments(spaceKey, key)}/link/issue/${segments(issueKey)}`
      return {
        method,
        path: query === '' ? path : `${path}?${query}`,
        ...(method === 'PUT' ? { body: '{}' } : {}),
      }
    },
  }
}

function segments(...parts: readonly unknown[]): string {
  return parts.map((part) => encodeURIComponent(String(part))).join('/')
}

function isObject(value: unknown): value is StoredRecord {
  return typeof value === 'object' && value !== null
}
