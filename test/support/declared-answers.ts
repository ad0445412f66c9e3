/** Whether an answer is as its operation declares it: told as complaints, so that no test framework is needed. */
import { assumptions } from '../../src/api/assumptions.ts'
import type { Operation } from '../../src/api/operation.ts'
import { commonStatuses } from '../../src/api/openapi/answers.ts'
import { operationIndex } from '../../src/api/operation-index.ts'
import { operations } from '../../src/api/operations.ts'
import { INTERFACE_DESCRIPTIONS, type InterfaceName } from '../../src/api/surface.ts'
import type { RecordedExchange } from '../../src/gateway/journal.ts'

/** What there is to say about an answer: its body as text, and parsed where it is JSON. */
export interface GivenAnswer {
  readonly method: string
  /** As it was sent; the journal takes secrets out. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: unknown
  /** Whether the world sends null for what is absent (A21). */
  readonly nulls: boolean
  /** Whether the world refuses what nothing declares. */
  readonly strict: boolean
}

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))

if (operationIndex.length !== byId.size)
  throw new Error('the index of operations is out of date: run npm run generate -- index')

const GENERAL: ReadonlySet<string> = new Set(
  assumptions.filter((entry) => entry.general).map((entry) => entry.id),
)
const NUMBERS = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'X-Request-Id']

/** What holds of every answer: no defect, the three rate-limit headers, a request id, and the declared shape. */
export function answerComplaints(entry: RecordedExchange | undefined, answer: GivenAnswer): string[] {
  const { method, status, headers, text } = answer
  const complaints: string[] = []
  if (entry?.defect !== undefined) complaints.push(`defect: ${entry.defect}`)
  if (status >= 500) complaints.push(`status ${status}: ${text.slice(0, 300)}`)
  for (const name of NUMBERS)
    if (!/^\d+$/.test(headers[name] ?? '')) complaints.push(`header ${name}: ${headers[name]}`)
  const operation = entry?.operation === undefined ? undefined : byId.get(entry.operation)
  if (operation === undefined || entry === undefined) return complaints
  if (entry.fault === undefined && !describedStatuses(operation, entry, answer).has(status))
    complaints.push(`status ${status} is not described: ${text.slice(0, 300)}`)
  const declared = new Set<string>(operation.assumptions)
  const undeclared = entry.assumptions.filter((id) => !declared.has(id) && !GENERAL.has(id))
  if (undeclared.length > 0) complaints.push(`leant on ${undeclared.join(', ')} without declaring it`)
  if (method === 'HEAD' || status !== operation.success.status || operation.success.bytes === true)
    return complaints
  return [...complaints, ...shapeComplaints(operation, answer)]
}

function shapeComplaints({ success }: Operation, { text, body, nulls }: GivenAnswer): string[] {
  if (success.shape === undefined) return text === '' ? [] : [`a body where none is: ${text.slice(0, 300)}`]
  const issues = success.shape.schema().safeParse(body).error?.issues ?? []
  return issues
    .filter(({ path }) => !nulls || !isNullAt(body, path))
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}

/**
 * The statuses that the description of the interface names for an operation. A URL with broken percent-encoding, a world
 * that cannot have its name, and in a strict world whatever is undeclared are refused whatever the operation takes.
 */
function describedStatuses(
  operation: Operation,
  entry: RecordedExchange,
  { url, strict }: GivenAnswer,
): ReadonlySet<number> {
  const surface = INTERFACE_DESCRIPTIONS[(entry.interface ?? operation.interface) as InterfaceName]
  const { headers } = entry.request
  const odd = strict || /%(?![\dA-F]{2})|%[89A-F]|^\/_world\//i.test(url) || 'x-sim-world' in headers
  return new Set([
    operation.success.status,
    ...commonStatuses(operation, surface),
    ...Object.keys(operation.refusals ?? {}).map(Number),
    ...(odd ? [400] : []),
  ])
}

/** Whether a value is null at a path, or anywhere within what is there: absent fields may be sent so (A21). */
function isNullAt(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)?.[step], value)
  return found === null || JSON.stringify(found)?.includes(':null') === true
}
