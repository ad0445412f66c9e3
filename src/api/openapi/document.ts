/** The OpenAPI 3.0.3 description of each interface, generated from the declarations of its operations alone. */
import type { Operation, Shape } from '../framework/operation.ts'
import { degreeOf, type Evidence } from '../ledger/entry.ts'
import { INTERFACE_DESCRIPTIONS } from '../framework/interfaces.ts'
import type { InterfaceName } from '../framework/interfaces.ts'
import {
  responsesOf,
  commonStatuses,
  ERROR_SCHEMA_NAME,
  errorSchema,
  headerComponents,
  responseComponents,
} from './responses.ts'
import { GROUP_DESCRIPTIONS } from './groups.ts'
import { defined, sortedByName } from './json.ts'
import type { Json, OpenApiDocument } from './json.ts'
import { isAllBytes, operationObject } from './operation-object.ts'
import { sharedPaths } from './shared-paths.ts'
import type { PlacedOperation } from './shared-paths.ts'
import { shapeSchemas } from './schemas.ts'
import { SECURITY } from './security.ts'

export const DOCUMENT_NAMES = [
  'standalone',
  'wiki',
  'tracker',
  'hosted-standalone',
  'hosted-wiki',
  'hosted-tracker',
] as const
export type DocumentName = (typeof DOCUMENT_NAMES)[number]

/** An assumption in a document. */
export interface AssumptionSummary {
  readonly id: string
  readonly title: string
  readonly section: string
  readonly provenance: string
  readonly evidence?: readonly Evidence[]
  readonly behaviour: string
  /** It shapes every operation, without a declaration by each. */
  readonly general: boolean
}

export interface DocumentOptions {
  /** Base addresses of the interface, without a trailing slash. */
  readonly baseUrls: readonly string[]
  /** The release of the simulator, for `x-simulator-version`. */
  readonly version?: string
  /** The ledger. `x-assumptions` lists general assumptions and those of the operations of the document. */
  readonly assumptions?: readonly AssumptionSummary[]
}

interface DocumentPlan {
  readonly title: string
  /** The interface whose credentials and error body the document has. */
  readonly surface: InterfaceName
  /** The interface's version (service §9.1, §9.2). */
  readonly version: string
  /** Interfaces whose operations the document lists. */
  readonly interfaces: readonly InterfaceName[]
}

/** Hosted addresses also serve the embedded operations of their product (assumed). */
const PLANS: Readonly<Record<DocumentName, DocumentPlan>> = {
  standalone: plan('standalone', '1.0'),
  wiki: plan('wiki', '1'),
  tracker: plan('tracker', '1'),
  'hosted-standalone': { ...plan('standalone', '1.0'), title: 'Hosted standalone application API' },
  'hosted-wiki': plan('hosted-wiki', '1', ['hosted-wiki', 'wiki']),
  'hosted-tracker': plan('hosted-tracker', '1', ['hosted-tracker', 'tracker']),
}

function plan(
  surface: InterfaceName,
  version: string,
  interfaces: readonly InterfaceName[] = [surface],
): DocumentPlan {
  return { title: INTERFACE_DESCRIPTIONS[surface].title, surface, version, interfaces }
}

type Core = Pick<OpenApiDocument, 'tags' | 'security' | 'paths' | 'components'> & {
  readonly assumptions: ReadonlySet<string>
}
const cores = new WeakMap<readonly Operation[], Partial<Record<DocumentName, Core>>>()

/**
 * The OpenAPI 3.0.3 document of an interface (service §9.7). `operations` may include those of other interfaces. The part
 * that depends on the operations alone is cached for each list.
 */
export function openApiDocument(
  name: DocumentName,
  operations: readonly Operation[],
  options: DocumentOptions,
): OpenApiDocument {
  const { assumptions, ...core } = cachedCore(name, operations)
  const { title, version } = PLANS[name]
  return {
    openapi: '3.0.3',
    info: {
      title,
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      ...defined({ 'x-simulator-version': options.version }),
    },
    servers: options.baseUrls.map((url) => ({ url })),
    ...core,
    ...defined({ 'x-assumptions': summaries(options.assumptions ?? [], assumptions) }),
  }
}

const INTRODUCTION = [
  'A simulated requirements-management service.',
  'Every operation says how stable it is (`x-stability`), where it is known from (`x-provenance`: documented, observed or assumed),',
  'what it takes to call it (`x-permission`), how its calls are counted (`x-rate-class`: 200 a minute for normal, 2000 for high)',
  'and which numbered assumptions its responses rely on (`x-assumptions`).',
  'Examples use the demo world. They succeed on a new one with the token `tok-admin`,',
  'unless an operation names operations to call first (`x-example-after`) or another token (`x-example-token`).',
].join(' ')

function cachedCore(name: DocumentName, operations: readonly Operation[]): Core {
  const byName = cores.get(operations) ?? {}
  cores.set(operations, byName)
  return (byName[name] ??= buildCore(PLANS[name], operations))
}

function buildCore({ surface, interfaces }: DocumentPlan, operations: readonly Operation[]): Core {
  const listed = interfaces.flatMap((name) => operations.filter((operation) => operation.interface === name))
  const description = INTERFACE_DESCRIPTIONS[surface]
  const { schemes, requirements } = SECURITY[description.credentials]
  const schemas = shapeSchemas(listed.flatMap(shapesOf))
  const statuses = new Set(listed.flatMap((operation) => commonStatuses(operation, description)))
  const paths = sharedPaths(listed.flatMap(placed)).map(({ template, methods }) => {
    const item = methods.map((method) => {
      const responses = responsesOf(method.operation, description, schemas)
      return [
        method.operation.method.toLowerCase(),
        operationObject(method, schemas, requirements, responses),
      ]
    })
    return [template, Object.fromEntries(item)]
  })
  return {
    tags: [...new Set(listed.map(({ group }) => group))].map((group) =>
      defined({ name: group, description: GROUP_DESCRIPTIONS[group] }),
    ),
    security: requirements,
    paths: Object.fromEntries(paths),
    components: {
      schemas: sortedByName(
        new Map([...Object.entries(schemas.components), [ERROR_SCHEMA_NAME, errorSchema(description)]]),
      ),
      responses: responseComponents(description, statuses),
      headers: headerComponents,
      securitySchemes: schemes,
    },
    assumptions: new Set(listed.flatMap((operation) => operation.assumptions)),
  }
}

function shapesOf({ body, success }: Operation): Shape[] {
  return [isAllBytes(body) ? undefined : body, success.shape].filter((shape) => shape !== undefined)
}

/** An operation at each of its paths: `wiki.repair.list`, then `wiki.repair.list.path2`. */
function placed(operation: Operation): PlacedOperation[] {
  const { prefix } = INTERFACE_DESCRIPTIONS[operation.interface]
  const { id, path, otherPaths = [] } = operation
  return [
    { operation, path: prefix + path, operationId: id },
    ...otherPaths.map((other, index) => ({
      operation: { ...operation, provenance: other.provenance },
      path: prefix + other.path,
      operationId: `${id}.path${index + 2}`,
    })),
  ]
}

function summaries(ledger: readonly AssumptionSummary[], used: ReadonlySet<string>): Json | undefined {
  const listed = ledger.filter(({ id, general }) => general || used.has(id))
  if (listed.length === 0) return undefined
  return Object.fromEntries(
    listed.map(({ id, title, section, provenance, evidence, behaviour }) => [
      id,
      defined({ title, section, provenance, degree: degreeOf(evidence), behaviour }),
    ]),
  )
}
