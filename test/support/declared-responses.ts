/** Whether an answer is as its operation declares it: told as complaints, so that no test framework is needed. */
import { assumptions } from '../../src/api/framework/assumptions.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { commonStatuses } from '../../src/api/openapi/responses.ts'
import { operationIndex } from '../../src/api/operation-index.ts'
import { operations } from '../../src/api/operations.ts'
import { errorBody } from '../../src/api/framework/errors.ts'
import { chosenAlternative } from '../../src/api/framework/ledger.ts'
import {
  INTERFACE_DESCRIPTIONS,
  type InterfaceDescription,
  type InterfaceName,
} from '../../src/api/framework/interfaces.ts'
import type { RecordedExchange } from '../../src/gateway/journal/entry.ts'
import type { WorldConfig } from '../../src/model/records/world/config.ts'

/** What there is to say about an answer: its body as text, and parsed where it is JSON. */
export interface CheckedResponse {
  readonly method: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: unknown
  /** Of the world that was asked. */
  readonly config: WorldConfig
}

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))

if (operationIndex.length !== byId.size)
  throw new Error('the index of operations is out of date: run npm run generate -- --internal')

const GENERAL: ReadonlySet<string> = new Set(
  assumptions.filter((entry) => entry.general).map((entry) => entry.id),
)
const NUMBERS = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'X-Request-Id']

/** What holds of every answer: no defect, the three rate-limit headers, a request id, and the declared shape. */
export function answerComplaints(entry: RecordedExchange | undefined, answer: CheckedResponse): string[] {
  const { method, status, headers, text } = answer
  const complaints: string[] = []
  if (entry?.defect !== undefined) complaints.push(`defect: ${entry.defect}`)
  if (status >= 500) complaints.push(`status ${status}: ${text.slice(0, 300)}`)
  for (const name of NUMBERS)
    if (!/^\d+$/.test(headers[name] ?? '')) complaints.push(`header ${name}: ${headers[name]}`)
  if (method === 'HEAD' && text !== '') complaints.push(`a body for HEAD: ${text.slice(0, 300)}`)
  if (entry === undefined || entry.fault !== undefined) return complaints
  if (method !== 'HEAD' && status >= 400) complaints.push(...refusalComplaints(surfaceOf(entry), answer))
  const operation = entry.operation === undefined ? undefined : byId.get(entry.operation)
  if (operation === undefined) return complaints
  if (!describedStatuses(operation, entry).has(status))
    complaints.push(`status ${status} is not described: ${text.slice(0, 300)}`)
  const declared = new Set<string>(operation.assumptions)
  const undeclared = entry.assumptions.filter((id) => !declared.has(id) && !GENERAL.has(id))
  if (undeclared.length > 0) complaints.push(`leant on ${undeclared.join(', ')} without declaring it`)
  if (method === 'HEAD' || status !== operation.success.status || operation.success.bytes === true)
    return complaints
  return [...complaints, ...shapeComplaints(operation, answer)]
}

function shapeComplaints({ success }: Operation, { text, body, config }: CheckedResponse): string[] {
  if (success.shape === undefined) return text === '' ? [] : [`a body where none is: ${text.slice(0, 300)}`]
  const nulls = chosenAlternative(config, 'A21') === 'null'
  const { error, data } = success.shape.schema().safeParse(body)
  if (error === undefined) return undeclaredIn(body, data).map((path) => `${path}: nothing declares it`)
  return error.issues
    .filter(({ path }) => !nulls || !isNullAt(body, path))
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}

/** Paths of what was sent and what its shape, which leaves out whatever it does not have, does not keep. */
export function undeclaredIn(sent: unknown, kept: unknown, path: readonly string[] = []): string[] {
  if (typeof sent !== 'object' || sent === null || typeof kept !== 'object' || kept === null) return []
  return Object.entries(sent).flatMap(([name, inner]) =>
    Object.hasOwn(kept, name)
      ? undeclaredIn(inner, (kept as Record<string, unknown>)[name], [...path, name])
      : // Of names that a record has of its own, zod keeps all but this one.
        name === '__proto__'
        ? []
        : [[...path, name].join('.')],
  )
}

/** An error has the fields of its interface's error body, or of the one that the world chose, and no others (A02, A07). */
function refusalComplaints(surface: InterfaceDescription, answer: CheckedResponse): string[] {
  const { status, headers, text, body, config } = answer
  const error = { status, message: 'x', errors: ['x'] }
  const wanted = errorBody(surface, error, chosenAlternative(config, 'A07'))
  const complaints =
    headers['Content-Type'] === wanted.contentType ? [] : [`an error as '${headers['Content-Type']}'`]
  if (body === undefined) return text === '' ? [...complaints, 'an error without a body'] : complaints
  const example = JSON.parse(wanted.body) as Record<string, unknown>
  const { message, errors = [], ...others } = (body ?? {}) as Record<string, unknown>
  const { message: _message, errors: _errors, ...otherwise } = example
  const named = Object.keys(body as object)
    .toSorted()
    .join()
  if (named !== Object.keys(example).toSorted().join()) complaints.push(`an error of ${named}`)
  if (JSON.stringify(others) !== JSON.stringify(otherwise))
    complaints.push(`status ${status} says ${JSON.stringify(others).slice(0, 200)}`)
  if (typeof message !== 'string' || message === '') complaints.push(`an error without a message`)
  if (!Array.isArray(errors) || errors.some((each) => typeof each !== 'string'))
    complaints.push(`errors are ${JSON.stringify(errors).slice(0, 200)}`)
  const listed = errors as readonly unknown[]
  if (
    'errors' in example &&
    status === 400 &&
    (listed.length === 0 || (listed.length === 1 && listed[0] !== message))
  )
    complaints.push(`a 400 that lists ${JSON.stringify(errors).slice(0, 200)}`)
  return complaints
}

/** The interface that answered; what no address serves is answered as the standalone one does. */
function surfaceOf(entry: RecordedExchange): InterfaceDescription {
  return INTERFACE_DESCRIPTIONS[(entry.interface ?? 'standalone') as InterfaceName]
}

/** The statuses that the description of the interface names for an operation. */
function describedStatuses(operation: Operation, entry: RecordedExchange): ReadonlySet<number> {
  return new Set([
    operation.success.status,
    ...commonStatuses(operation, surfaceOf(entry)),
    ...Object.keys(operation.refusals ?? {}).map(Number),
  ])
}

/** Whether a value is null at a path, or anywhere within what is there: absent fields may be sent so (A21). */
function isNullAt(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)?.[step], value)
  return found === null || JSON.stringify(found)?.includes(':null') === true
}
