/** Lists of routes of the control API, operations of the simulated interfaces, numbered assumptions. */
import { chosenAlternative } from '../../api/framework/ledger.ts'
import type { Assumption } from '../../api/framework/assumptions.ts'
import { degreeOf } from '../../api/ledger/entry.ts'
import { presets } from '../../api/ledger/presets.ts'
import type { Operation } from '../../api/framework/operation.ts'
import { oneOf, string } from '../../api/framework/parameter.ts'
import { ADDRESSES, INTERFACES } from '../../api/framework/interfaces.ts'
import { readConfig } from '../../model/records/world/config.ts'
import { type ControlRoute, controlRoute, routesOf } from '../route.ts'
import {
  assumptionListResponse,
  openApiResponse,
  operationListResponse,
  routeListResponse,
} from '../responses/catalogue.ts'

export const catalogueRoutes = routesOf('Catalogue', [
  controlRoute({
    id: 'listOperations',
    method: 'GET',
    path: '/operations',
    summary: 'List the operations of the simulated interfaces',
    query: {
      interface: oneOf(INTERFACES, { description: 'Only this interface.' }),
      group: string({ description: 'Only this group.' }),
      id: string({ description: 'Only the operation with this id.' }),
    },
    worldless: true,
    returns: operationListResponse,
    handle: async ({ query }) => {
      const { operations } = await import('../../api/operations.ts')
      const items = operations
        .filter(
          (operation) =>
            (query.interface === undefined || operation.interface === query.interface) &&
            (query.group === undefined || operation.group === query.group) &&
            (query.id === undefined || operation.id === query.id),
        )
        .map(describeOperation)
      return { items, total: items.length }
    },
  }),
  controlRoute({
    id: 'getOpenApi',
    method: 'GET',
    path: '/openapi/{interface}',
    summary: 'Get the OpenAPI description of a simulated interface',
    details:
      'The description that the interface itself serves, for every region. Reading it here does not add an exchange to the journal.',
    pathParameters: {
      interface: oneOf(INTERFACES, { required: true, description: 'The interface.', example: 'wiki' }),
    },
    worldless: true,
    returns: openApiResponse,
    responseNote:
      'An OpenAPI 3.0.3 document; the `operationId` of an operation is its id in `GET /operations`; at another path of an operation it ends with `.path2`, and `x-operation` is the id.',
    handle: async ({ path }, { host }) => {
      const { operations } = await import('../../api/operations.ts')
      const { assumptions } = await import('../../api/framework/assumptions.ts')
      const { openApiDocument } = await import('../on-demand.ts')
      const name = path.interface
      const addresses = ADDRESSES.filter((address) => address.interface === name)
      const baseUrls = addresses.map((address) => address.path)
      return openApiDocument(name, operations, { baseUrls, version: host.version, assumptions })
    },
  }),
  controlRoute({
    id: 'listAssumptions',
    method: 'GET',
    path: '/assumptions',
    summary: 'List the assumptions: what the simulator does where the service is not documented',
    query: { id: string({ description: 'Only the assumption with this id.' }) },
    returns: assumptionListResponse,
    responseNote:
      '`degree` is that of the least certain fact (stated, likely or weak), absent without evidence; `inForce` is the alternative in force in the addressed world.',
    handle: async ({ query }, { world }) => {
      const config = readConfig(world().system)
      const { assumptions } = await import('../../api/framework/assumptions.ts')
      const items = assumptions
        .filter((assumption) => query.id === undefined || assumption.id === query.id)
        .map((assumption) => ({
          ...describeAssumption(assumption),
          inForce: chosenAlternative(config, assumption.id),
        }))
      const named = [...presets].map(([name, preset]) => ({ name, ...preset }))
      return { items, total: items.length, presets: named }
    },
  }),
])

/** An operation as lists show it. */
export function describeOperation(operation: Operation) {
  return {
    id: operation.id,
    interface: operation.interface,
    group: operation.group,
    method: operation.method,
    path: operation.path,
    otherPaths: operation.otherPaths ?? [],
    summary: operation.summary,
    stability: operation.stability,
    provenance: operation.provenance,
    permission: operation.permission,
    rate: operation.rate,
    section: operation.section,
    anonymous: operation.anonymous ?? false,
    assumptions: operation.assumptions,
  }
}

/** An assumption as lists show it: with the degrees of the default and of the alternatives. */
export function describeAssumption(assumption: Assumption) {
  const alternatives = assumption.alternatives.map((one) => ({ ...one, degree: degreeOf(one.evidence) }))
  return { ...assumption, degree: degreeOf(assumption.evidence), alternatives }
}

/** The entry point, and the description of all routes. */
export function indexRoutes(all: () => readonly ControlRoute[]): readonly ControlRoute[] {
  return routesOf('Catalogue', [
    controlRoute({
      id: 'listRoutes',
      method: 'GET',
      path: '/',
      summary: 'List the routes of the control API',
      worldless: true,
      returns: routeListResponse,
      handle: () => {
        const items = all().map(({ method, path, summary }) => ({ method, path, summary }))
        return { items, total: items.length }
      },
    }),
    controlRoute({
      id: 'getControlOpenApi',
      method: 'GET',
      path: '/openapi.json',
      summary: 'Get the OpenAPI description of the control API',
      details: 'The same document as `reqsim openapi control`.',
      worldless: true,
      returns: openApiResponse,
      responseNote: 'An OpenAPI 3.0.3 document, from which generators make clients.',
      handle: async (_input, { host }) => {
        const { controlDocument } = await import('../on-demand.ts')
        return controlDocument(all(), { origin: '', version: host.version })
      },
    }),
  ])
}
