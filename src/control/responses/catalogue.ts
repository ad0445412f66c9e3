/** Responses about the simulator itself: operations, assumptions, state machines and routes. */
import * as z from 'zod'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { PROVENANCES, STABILITIES } from '../../gateway/report/report.ts'
import { degree, evidence } from './report.ts'
import { count, listShape, type ResponseOf, shape, text, texts, total } from './shape.ts'

export const operationSchema = () =>
  z.object({
    id: text(),
    interface: z.enum(INTERFACES),
    group: text(),
    method: text(),
    path: text().describe('Below the address of the interface.'),
    otherPaths: z
      .array(z.object({ path: text(), provenance: z.enum(PROVENANCES) }))
      .describe('Further paths of the same operation.'),
    summary: text(),
    stability: z.enum(STABILITIES),
    provenance: z.enum(PROVENANCES),
    permission: z.object({ words: text(), assumed: z.literal(true).optional() }),
    rate: z.enum(['normal', 'high']).describe('The class of the rate limit.'),
    section: text().describe("The section of the service's description."),
    anonymous: z.boolean().describe('Whether calls without a credential are accepted.'),
    assumptions: texts().describe('The numbers of the assumptions that it may rely on.'),
  })
const operationResponse = shape('Operation', operationSchema)
export const operationListResponse = listShape(operationResponse)
export type OperationEntry = ResponseOf<typeof operationResponse>

export const openApiResponse = shape('OpenApiDocument', () =>
  z.looseObject({
    openapi: text(),
    info: z.looseObject({ title: text(), version: text() }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
)

export const assumptionSchema = () =>
  z.object({
    id: text(),
    title: text(),
    section: text().describe("The section of the service's description that leaves the question open."),
    provenance: z.enum(['observed', 'assumed']),
    degree: degree().optional().describe('How well the evidence supports it; absent without evidence.'),
    evidence: evidence(),
    behaviour: text(),
    reason: text(),
    default: text().describe('The name of the default behaviour.'),
    alternatives: z.array(
      z.object({
        value: text().describe('The value that selects it in a scenario.'),
        pattern: text().optional().describe('A regular expression of the values, if there is a family.'),
        behaviour: text(),
        degree: degree().optional(),
        evidence: evidence().optional(),
      }),
    ),
    general: z.boolean().describe('Whether it shapes every operation of an interface.'),
    inForce: text(),
  })
const assumptionResponse = shape('Assumption', assumptionSchema)

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

export const machineFields = () => ({
  name: text(),
  title: text(),
  states: texts(),
  initial: texts(),
  events: texts(),
  transitions: z.array(
    z.object({
      from: text().describe('`none` if there is no record yet.'),
      event: text(),
      to: text().describe('`none` if the record is deleted.'),
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
