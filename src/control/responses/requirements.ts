/** Responses about requirements. */
import * as z from 'zod'
import { HISTORY_EVENTS } from '../../model/records/wiki/history.ts'
import { count, instant, type ResponseOf, shape, text, texts, whole } from './shape.ts'

const briefFields = () => ({
  id: whole(),
  key: text(),
  spaceKey: text(),
  baseline: whole().optional(),
  status: text(),
  text: text(),
  pageId: whole().optional(),
  page: text().optional(),
  htmlNeedsUpdating: z.boolean(),
})

const issueLink = () =>
  z.object({
    id: whole(),
    serviceId: text(),
    issueKey: text(),
    relationship: text(),
    baseline: whole().optional(),
    shownBy: z.array(z.enum(['wiki', 'tracker'])),
    issueId: whole().optional(),
    summary: text().optional(),
    status: text().optional(),
  })

export const queryResultResponse = shape('QueryResult', () =>
  z.object({
    results: z.array(z.object(briefFields())),
    total: count(),
    explanation: text().optional(),
    error: z.object({ position: count(), message: text() }).optional(),
  }),
)

export type QueryResult = ResponseOf<typeof queryResultResponse>
export type Brief = QueryResult['results'][number]

export const queryNamesResponse = shape('QueryNames', () =>
  z.object({
    spaces: texts(),
    statuses: texts(),
    properties: z.array(z.object({ name: text(), kind: z.enum(['inline', 'external']), dataType: text() })),
    types: texts(),
    rules: texts(),
    pages: texts(),
    baselines: texts(),
    variants: texts(),
    relationships: texts(),
    issueRelationships: texts(),
    keys: texts(),
    issues: texts(),
    values: texts(),
    projects: texts(),
  }),
)

export type QueryNames = ResponseOf<typeof queryNamesResponse>

export const requirementResponse = shape('Requirement', () =>
  z.object({
    id: whole(),
    key: text(),
    spaceKey: text(),
    applicationId: whole(),
    status: text(),
    baseline: whole().optional(),
    html: text(),
    text: text(),
    page: z.object({ id: whole(), title: text(), version: whole().optional() }).optional(),
    variant: text().optional(),
    type: text().optional(),
    properties: z.array(
      z.object({
        name: text().optional(),
        kind: z.enum(['inline', 'external']),
        dataType: text().optional(),
        value: text(),
      }),
    ),
    dependencies: z.array(
      z.object({ relationship: text(), spaceKey: text(), key: text(), id: whole().optional() }),
    ),
    baselines: z.array(
      z.object({ number: whole(), id: whole(), name: text().optional(), status: text().optional() }),
    ),
    issues: z.array(issueLink()),
    history: z.array(
      z.object({
        id: whole(),
        at: instant(),
        by: text().optional(),
        event: z.enum(HISTORY_EVENTS),
        changes: z.array(z.object({ field: text(), before: text().optional(), after: text().optional() })),
      }),
    ),
    historyTotal: count(),
    createdAt: instant(),
    htmlNeedsUpdating: z.boolean(),
    movedTo: z.object({ spaceKey: text(), key: text() }).optional(),
  }),
)

export type Requirement = ResponseOf<typeof requirementResponse>
export type ShownLink = Requirement['issues'][number]
export type HistoryEntry = Requirement['history'][number]

export const requirementGraphResponse = shape('RequirementGraph', () =>
  z.object({
    nodes: z.array(
      z.object({
        ...briefFields(),
        level: whole(),
        baselines: z.array(whole()),
        issues: z.array(issueLink()),
        more: z.object({ parents: count(), children: count(), issues: count() }),
      }),
    ),
    links: z.array(z.object({ child: whole(), parent: whole(), relationship: text() })),
  }),
)
export type RequirementGraph = ResponseOf<typeof requirementGraphResponse>
export type GraphNode = RequirementGraph['nodes'][number]
