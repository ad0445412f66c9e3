/** Whether a response of the control API is as its OpenAPI description says: told as complaints. */
import type { JsonObject } from '../../src/api/openapi/json.ts'
import { controlDocument } from '../../src/control/openapi/document.ts'
import type { ControlRoute } from '../../src/control/route.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { createRouter } from '../../src/gateway/addresses/router.ts'
import { validatorsOf } from '../api/openapi/validity.ts'
import { undeclaredIn } from './declared-responses.ts'

const router = createRouter(controlRoutes)
const PLACE = /^(?:https?:\/\/[^/]+)?(?:\/_world\/[^/]+)?\/_sim(\/[^?]*)?(?:\?.*)?$/

interface Described {
  readonly document: JsonObject
  readonly validatorOf: ReturnType<typeof validatorsOf>
}

let described: Described | undefined

/** The description as a client gets it, and what validates by it. */
function description(): Described {
  if (described === undefined) {
    const document = controlDocument(controlRoutes, { origin: '', version: '1.2.3' })
    described = { document, validatorOf: validatorsOf(document) }
  }
  return described
}

export interface ControlReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What the description does not say of a response; empty where it says everything. */
export function controlComplaints(
  method: string,
  url: string,
  { status, headers, text }: ControlReply,
): string[] {
  const path = PLACE.exec(url)?.[1]
  if (path === undefined || method === 'HEAD' || method === 'OPTIONS') return []
  const match = router.match(method, path)
  if (match.kind !== 'found') return []
  const { route } = match
  const name = `${route.method} ${route.path} ${status}`
  const response = responseOf(route, status)
  if (response === undefined) return [`${name} is not described: ${text.slice(0, 300)}`]
  const content = response['content'] as JsonObject | undefined
  if (content === undefined) return text === '' ? [] : [`${name} has a body: ${text.slice(0, 300)}`]
  const type = headers['Content-Type']?.split(';')[0] ?? ''
  const media = content[type] as JsonObject | undefined
  if (media === undefined) return [`${name} is '${type}', not ${Object.keys(content).join(' or ')}`]
  if (type !== 'application/json') return []
  const body: unknown = JSON.parse(text)
  const problem = description().validatorOf(media['schema'] as JsonObject)(body)
  const complaints = problem === undefined ? [] : [problem]
  if (status === route.status) complaints.push(...undescribed(route, body))
  return complaints.map((each) => `${name}: ${each}`)
}

/** Fields that a response has and its shape does not name. */
function undescribed({ returns }: ControlRoute, body: unknown): string[] {
  const parsed = returns?.schema().safeParse(body)
  if (parsed?.success !== true) return []
  return undeclaredIn(body, parsed.data).map((path) => `${path}: nothing declares it`)
}

function responseOf({ method, path }: ControlRoute, status: number): JsonObject | undefined {
  const { document } = description()
  const item = (document['paths'] as JsonObject)[path] as JsonObject
  const { responses } = item[method.toLowerCase()] as { readonly responses: JsonObject }
  const response = responses[status] as JsonObject | undefined
  if (typeof response?.['$ref'] !== 'string') return response
  const name = response['$ref'].split('/').at(-1) as string
  return ((document['components'] as JsonObject)['responses'] as JsonObject)[name] as JsonObject
}
