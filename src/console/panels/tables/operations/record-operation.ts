/** The operations and routes for a record, with what each takes and the request that it makes. */
import {
  ADDRESSES,
  INTERFACE_DESCRIPTIONS,
  type InterfaceName,
} from '../../../../api/framework/interfaces.ts'
import type { TableField } from '../../../../control/responses/state.ts'
import type { OperationEntry } from '../../../calls/catalogue.ts'
import type { StoredRecord } from '../references.ts'
import { type Action, changed, type Declaration } from './declaration.ts'
import { ROUTES } from './routes.ts'
import { STANDALONE_OPERATIONS } from './standalone.ts'
import { WIKI_OPERATIONS } from './wiki.ts'

export interface RecordRequest {
  readonly method: string
  /** On the one-port layout, or below `/_sim`. */
  readonly path: string
  readonly body?: unknown
}

export interface RecordOperation {
  /** `wiki.baseline.update`, or a route of the control API: `PUT /_sim/issues/{id}`. */
  readonly id: string
  /** Undefined for the control API. */
  readonly interface: InterfaceName | undefined
  /** What it does, in a sentence or two. */
  readonly summary: string
  readonly inputs: readonly TableField[]
  /** What the inputs begin with. */
  readonly initial: StoredRecord
  /** The only user who can call it. */
  readonly actor?: string | undefined
  readonly request: (values: StoredRecord) => RecordRequest
}

/** What a record does not say of itself. */
export interface Surroundings {
  readonly region: string
  /** The wiki that the operations of the wiki serve; 0 for none. */
  readonly wikiId: number
  /** The fields of its table. */
  readonly fields: readonly TableField[]
  readonly operations: readonly OperationEntry[]
  /** Its space and its application, if it does not name them, and the name of the user who owns it. */
  readonly place: StoredRecord
}

/** The operations for a record, the preferred one first; none if only the table itself can be changed. */
export function operationsFor(
  table: string,
  action: Action,
  record: StoredRecord | undefined,
  around: Surroundings,
): readonly RecordOperation[] {
  const whole = { ...around.place, ...(record?.['wiki'] as StoredRecord | undefined), ...record }
  const isOfWiki = record === undefined || whole['applicationId'] === around.wikiId
  const reachesWiki = around.region === 'eu' && around.wikiId !== 0 && isOfWiki
  const key = `${action} ${table}` as const
  const found = [reachesWiki ? WIKI_OPERATIONS[key] : undefined, STANDALONE_OPERATIONS[key], ROUTES[key]]
  return found.flatMap((declaration) => {
    if (declaration === undefined || declaration.isFor?.(whole) === false) return []
    const target = targetOf(declaration, around)
    return target === undefined ? [] : [operationOf(declaration, target, action, whole, around)]
  })
}

interface Target extends Pick<RecordOperation, 'id' | 'interface' | 'summary'> {
  readonly method: string
  readonly path: string
}

function targetOf(
  declaration: Declaration & { readonly operation?: string; readonly route?: string },
  { operations, region }: Surroundings,
): Target | undefined {
  if (declaration.route !== undefined) {
    const [method = '', path = ''] = declaration.route.split(' ')
    const summary =
      'People do this on the pages of the wiki and the tracker; the control API does it for them.'
    return { id: `${method} /_sim${path}`, interface: undefined, summary, method, path }
  }
  const entry = operations.find(({ id }) => id === declaration.operation)
  const address = ADDRESSES.find((each) => each.interface === entry?.interface && each.region === region)
  if (entry === undefined || address === undefined) return undefined
  const { id, method, summary } = entry
  const { prefix } = INTERFACE_DESCRIPTIONS[address.interface]
  return {
    id,
    interface: address.interface,
    summary,
    method,
    path: `${address.path}${prefix}${entry.path}`,
  }
}

function operationOf(
  declaration: Declaration,
  target: Target,
  action: Action,
  record: StoredRecord,
  { fields, place }: Surroundings,
): RecordOperation {
  const { path: names = {}, query, body } = declaration
  const inputs = (declaration.inputs ?? []).flatMap((input) =>
    typeof input === 'string' ? (fields.find(({ name }) => name === input) ?? []) : [input],
  )
  const { id, summary, method, path } = target
  return {
    id,
    interface: target.interface,
    summary,
    inputs,
    initial: action === 'add' ? {} : record,
    actor: place['owner'] as string | undefined,
    request: (values) => {
      const used = new Set<string>()
      const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, parameter: string) => {
        const name = names[parameter] ?? parameter
        used.add(name)
        return encodeURIComponent(String(record[name] ?? values[name]))
      })
      const asked = Object.entries(query?.(values, record) ?? {}).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
      const sent = body === undefined ? bodyOf(values) : body(values, record)
      return {
        method,
        path: text === '' ? filled : `${filled}?${text}`,
        ...(sent === undefined ? {} : { body: sent }),
      }

      function bodyOf(all: StoredRecord): StoredRecord | undefined {
        const own = inputs.map(({ name }) => name).filter((name) => action === 'change' || !used.has(name))
        if (action === 'delete') return undefined
        if (action === 'change') return changed(all, record, own)
        return Object.fromEntries(Object.entries(all).filter(([name]) => own.includes(name)))
      }
    },
  }
}
