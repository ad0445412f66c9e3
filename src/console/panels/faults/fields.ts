/** The form of a fault: the fields of each kind, the values of each preset, and the request body. */
import { FAULT_MUTATION_NAMES } from '../../../model/records/world/fault-limits.ts'
import type { FaultInput } from '../../../scenario/faults/fault.ts'
import { FAULT_PRESETS } from '../../../scenario/faults/presets.ts'

export const KINDS = [
  { id: 'exchange', title: 'Requests' },
  { id: 'outage', title: 'A site' },
  { id: 'queue', title: 'Messages' },
  { id: 'freeze', title: 'Freezing' },
] as const
export type Kind = (typeof KINDS)[number]['id']

/** The entered texts, by field. Absent and empty texts are not sent. */
export type Draft = Readonly<Record<string, string>>

export interface FieldPlan {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'choice' | 'json' | 'tick'
  readonly hint?: string
  readonly choices?: readonly string[]
  /** A list of known names for completion. */
  readonly names?: 'operations' | 'users' | 'sites' | 'spaces' | 'services'
}

const WHEN: readonly FieldPlan[] = [
  { name: 'after', label: 'Skip the first', type: 'number', hint: '0' },
  { name: 'times', label: 'Apply at most', type: 'number', hint: 'always' },
  { name: 'every', label: 'Only every n-th', type: 'number', hint: '1' },
  { name: 'probability', label: 'Chance, 0 to 1', type: 'number', hint: '1' },
]

/** The sections of the form of each kind: target, timing, effect. */
export const FORMS: Readonly<
  Record<
    Kind,
    {
      readonly scope: readonly FieldPlan[]
      readonly when: readonly FieldPlan[]
      readonly what: readonly FieldPlan[]
    }
  >
> = {
  exchange: {
    scope: [
      { name: 'operation', label: 'Operation', type: 'text', names: 'operations', hint: 'wiki.baseline.*' },
      {
        name: 'interface',
        label: 'Interface',
        type: 'choice',
        choices: ['standalone', 'wiki', 'tracker', 'hosted-wiki', 'hosted-tracker'],
      },
      { name: 'region', label: 'Region', type: 'choice', choices: ['eu', 'us'] },
      {
        name: 'method',
        label: 'Method',
        type: 'choice',
        choices: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      },
      { name: 'path', label: 'Path below the interface', type: 'text', hint: '/rest/reqs/1/…/*' },
      { name: 'user', label: 'User', type: 'text', names: 'users', hint: 'any' },
    ],
    when: WHEN,
    what: [
      { name: 'status', label: 'Status', type: 'number', hint: '503' },
      { name: 'message', label: 'Message', type: 'text' },
      { name: 'body', label: 'Body (JSON or text)', type: 'json' },
      { name: 'headers', label: 'Headers (JSON)', type: 'json', hint: '{"Retry-After": "30"}' },
      { name: 'latency', label: 'Response delay', type: 'text', hint: '2s' },
      { name: 'slow', label: 'Body duration', type: 'text', hint: '10s' },
      { name: 'truncate', label: 'Truncate body after', type: 'json', hint: '50% or bytes' },
      { name: 'pageSize', label: 'Most items on a page', type: 'number' },
      { name: 'drop', label: 'No response', type: 'tick' },
      { name: 'malform', label: 'Invalid JSON body', type: 'tick' },
      { name: 'performed', label: 'Perform the operation anyway', type: 'tick' },
      {
        name: 'mutate',
        label: 'Mistake of the service',
        type: 'choice',
        choices: FAULT_MUTATION_NAMES,
        hint: 'none',
      },
      { name: 'field', label: 'Place of the mistake', type: 'text', hint: 'results[].key' },
    ],
  },
  outage: {
    scope: [{ name: 'outage', label: 'Wiki or tracker', type: 'text', names: 'sites' }],
    when: [
      { name: 'from', label: 'Begins', type: 'text', hint: 'now, or 5m, or an instant' },
      { name: 'for', label: 'Lasts', type: 'text', hint: 'until removed' },
    ],
    what: [],
  },
  queue: {
    scope: [
      { name: 'queue', label: 'Queue', type: 'choice', choices: ['*', 'outbound', 'inbound'] },
      { name: 'service', label: 'Integration', type: 'text', names: 'services', hint: 'any' },
      { name: 'messageOperation', label: 'Operation of the message', type: 'text', hint: 'LINK_ADDED' },
    ],
    when: WHEN,
    what: [
      { name: 'answer', label: 'Response', type: 'choice', choices: ['FAILED', 'NOT_EXECUTED', 'NONE'] },
      { name: 'message', label: 'Message', type: 'text' },
    ],
  },
  freeze: {
    scope: [{ name: 'freeze', label: 'Space', type: 'text', names: 'spaces', hint: '*' }],
    when: WHEN,
    what: [
      { name: 'at', label: 'Fails at percent', type: 'number', hint: '0' },
      { name: 'message', label: 'Message', type: 'text' },
    ],
  },
}

export interface Preset {
  readonly title: string
  readonly kind: Kind
  readonly draft: Draft
}

/** The most common faults, as the form has them. */
export const PRESETS: readonly Preset[] = FAULT_PRESETS.map(({ title, fault }) => ({
  title,
  kind: kindOf(fault),
  draft: Object.fromEntries(Object.entries(fault).map(([name, value]) => [name, textOf(value)])),
}))

function kindOf(fault: FaultInput): Kind {
  if ('outage' in fault) return 'outage'
  if ('queue' in fault) return 'queue'
  return 'freeze' in fault ? 'freeze' : 'exchange'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The initial values of a kind of form: the field that selects the kind. */
export function emptyDraft(kind: Kind): Draft {
  return kind === 'queue' ? { queue: '*' } : kind === 'freeze' ? { freeze: '*' } : {}
}

/** The fault of the form. A text that is not a number is sent as it is, so that the error of the server names it. */
export function faultOf(kind: Kind, draft: Draft): Record<string, unknown> {
  const { scope, when, what } = FORMS[kind]
  const fields = [...scope, ...when, ...what].flatMap(({ name, type }) => {
    const text = (draft[name] ?? '').trim()
    return text === '' || (type === 'tick' && text !== 'true') ? [] : [[name, valueOf(type, text)] as const]
  })
  return Object.fromEntries(fields)
}

function valueOf(type: FieldPlan['type'], text: string): unknown {
  if (type === 'tick') return true
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : text
  if (type !== 'json') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The messages of the server by field; messages without a field have an empty name. */
export function problemsByField(
  problems: readonly string[],
  names: readonly string[],
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const problem of problems) {
    const named = /^(?:body field )?['"]?([A-Za-z]+)['"]?[^:]*?:/.exec(problem)?.[1]
    const field = named !== undefined && names.includes(named) ? named : ''
    found[field] = found[field] === undefined ? problem : `${found[field]}; ${problem}`
  }
  return found
}
