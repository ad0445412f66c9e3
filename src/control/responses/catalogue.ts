/** Responses about the simulator itself: operations, assumptions, state machines and routes. */
import * as z from 'zod'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { degree, evidence } from './report.ts'
import { count, listShape, type ResponseOf, shape, text, texts, total } from './shape.ts'

const operationResponse = shape('Operation', () =>
  z.object({
    id: text(),
    interface: z.enum(INTERFACES),
    group: text(),
    method: text(),
    path: text(),
    otherPaths: z.array(z.object({ path: text(), provenance: text() })),
    summary: text(),
    stability: text(),
    provenance: text(),
    permission: z.object({ words: text(), assumed: z.boolean().optional() }),
    rate: text(),
    section: text(),
    anonymous: z.boolean(),
    assumptions: texts(),
  }),
)
export const operationListResponse = listShape(operationResponse)
export type OperationEntry = ResponseOf<typeof operationResponse>

export const openApiResponse = shape('OpenApiDocument', () =>
  z.looseObject({
    openapi: text(),
    info: z.looseObject({ title: text(), version: text() }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
)

const assumptionResponse = shape('Assumption', () =>
  z.object({
    id: text(),
    title: text(),
    section: text(),
    provenance: z.enum(['observed', 'assumed']),
    degree: degree().optional(),
    evidence: evidence(),
    behaviour: text(),
    reason: text(),
    default: text(),
    alternatives: z.array(
      z.object({
        value: text(),
        pattern: text().optional(),
        behaviour: text(),
        degree: degree().optional(),
        evidence: evidence().optional(),
      }),
    ),
    general: z.boolean(),
    inForce: text(),
  }),
)

export type AssumptionEntry = ResponseOf<typeof assumptionResponse>

export const assumptionListResponse = shape(
  'AssumptionList',
  () =>
    z.object({
      items: z.array(assumptionResponse.schema()),
      total: total(),
      presets: z.array(
        z.object({ name: text(), description: text(), alternatives: z.record(z.string(), z.string()) }),
      ),
    }),
  [assumptionResponse],
)

export type AssumptionList = ResponseOf<typeof assumptionListResponse>

const machineFields = () => ({
  name: text(),
  title: text(),
  states: texts(),
  initial: texts(),
  events: texts(),
  transitions: z.array(
    z.object({
      from: text(),
      event: text(),
      to: text(),
      effects: text().optional(),
      section: text().optional(),
    }),
  ),
})
const machineResponse = shape('Machine', () => z.object(machineFields()))
export const machineListResponse = listShape(machineResponse)
export type Machine = ResponseOf<typeof machineResponse>

export const countedMachineResponse = shape('CountedMachine', () =>
  z.object({ ...machineFields(), records: z.record(z.string(), count()) }),
)
export type CountedMachine = ResponseOf<typeof countedMachineResponse>

const routeResponse = shape('Route', () => z.object({ method: text(), path: text(), summary: text() }))
export const routeListResponse = listShape(routeResponse)
