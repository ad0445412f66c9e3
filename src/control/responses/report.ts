/** The response that is a report, and the differences from descriptions that a user brought. */
import * as z from 'zod'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { DEGREES } from '../../api/ledger/entry.ts'
import { DIFFERENCE_KINDS } from '../../gateway/report/described.ts'
import { PROVENANCES, STABILITIES } from '../../gateway/report/report.ts'
import { once } from '../../world/once.ts'
import { count, type ResponseOf, shape, text, texts, total } from './shape.ts'

export const degree = () => z.enum(DEGREES)
export const evidence = () => z.array(z.object({ fact: text(), degree: degree(), shownBy: text() }))
const byStatus = () => z.record(z.string().regex(/^\d{1,3}$/), count())

const usage = () =>
  z.array(z.object({ class: text(), operations: count(), exercised: count(), exchanges: count() }))

const differenceValue = () => z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
const differenceFields = () => ({
  operation: text(),
  place: text(),
  kind: z.enum(DIFFERENCE_KINDS),
  ours: differenceValue(),
  theirs: differenceValue(),
})
const descriptionFields = () => ({
  file: text(),
  title: text(),
  version: text(),
  compared: count(),
  generated: texts(),
  lacking: count(),
  untold: count(),
  passedOver: z.array(z.object({ pointer: text(), message: text() })),
})

/** Also read from files: fields that it does not have are dropped. */
export const reportSchema = once(() =>
  z.object({
    exchanges: count(),
    faulted: count(),
    unmatched: count(),
    unmatchedRequests: z
      .array(z.object({ method: text(), path: text(), nearest: texts(), times: count() }))
      .optional(),
    defects: count(),
    operations: z.array(
      z.object({
        operation: text(),
        interface: z.enum(INTERFACES),
        stability: z.enum(STABILITIES),
        provenance: z.enum(PROVENANCES),
        exercised: count(),
        statuses: byStatus(),
        validated: count(),
        invalid: count(),
        stateful: count(),
        faulted: count(),
        rateLimited: count(),
        gaps: z.array(count()),
      }),
    ),
    stabilities: usage(),
    provenances: usage(),
    unknown: z.array(
      z.object({
        operation: text(),
        kind: z.enum(['parameter', 'field']),
        name: text(),
        suggestion: text().optional(),
        times: count(),
      }),
    ),
    assumptions: z.array(
      z.object({
        id: text().regex(/^A\d{1,4}$/),
        title: text(),
        provenance: z.enum(['observed', 'assumed']),
        general: z.boolean(),
        times: count(),
        behaviour: text(),
        inForce: text(),
        degree: degree().optional(),
        evidence: evidence().optional(),
        otherwise: z.array(z.object({ value: text(), behaviour: text(), degree: degree().optional() })),
      }),
    ),
    features: z.array(z.object({ user: text(), feature: text(), times: count() })).optional(),
    permissions: z
      .array(
        z.object({
          interface: z.enum(INTERFACES),
          permission: text(),
          operations: count(),
          allowed: count(),
          refused: count(),
        }),
      )
      .optional(),
    rights: z
      .array(
        z.object({
          permission: text(),
          operation: text(),
          user: text().optional(),
          allowed: count(),
          refused: count(),
        }),
      )
      .optional(),
    rateLimited: count(),
    machines: z.array(
      z.object({
        machine: text(),
        states: z.array(z.object({ state: text(), visited: z.boolean() })),
        transitions: z.array(z.object({ from: text(), event: text(), to: text(), times: count() })),
      }),
    ),
    generated: z.array(z.object({ operation: text(), times: count(), statuses: byStatus() })).optional(),
    descriptions: z
      .array(
        z.object({
          surface: z.enum(INTERFACES),
          ...descriptionFields(),
          differences: z.array(z.object(differenceFields())),
        }),
      )
      .optional(),
  }),
)

export const reportResponse = shape('Report', reportSchema)

export const openApiDifferencesResponse = shape('OpenApiDifferences', () =>
  z.object({
    items: z.array(z.object({ interface: z.enum(INTERFACES), ...differenceFields() })),
    total: total(),
    descriptions: z.array(
      z.object({ interface: z.enum(INTERFACES), ...descriptionFields(), differences: count() }),
    ),
  }),
)
export type OpenApiDifferences = ResponseOf<typeof openApiDifferencesResponse>
