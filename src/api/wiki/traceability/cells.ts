/** Cells of a rendered matrix on the wire (service §4.4). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { CellContent, IssueCell, RequirementCell } from '../../../model/traceability/cells.ts'
import { COLUMN_STEPS } from '../../../model/records/wiki/matrices.ts'
import type { RenderedCell, RenderedColumn, Rendering } from '../../../model/traceability/render.ts'
import { createSuggester } from '../../../model/traceability/suggestions.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import type { Context, Sent } from '../../framework/operation.ts'
import { canonicalUrl } from '../../standalone/requirements/url.ts'
import { applications } from '../../../model/records/service/applications.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { identifier, instant, wikiSite } from '../common.ts'

const CELL_TYPES = ['REQUIREMENT', 'PROPERTY', 'PAGE', 'ISSUE', 'TEST_CASE', 'CALCULATION', 'TEXT'] as const

const requirementOfCell = () =>
  z
    .object({
      id: identifier().optional(),
      spaceKey: z.string(),
      key: z.string(),
      baseline: z.int().optional(),
      status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']).optional(),
      url: z.string().optional(),
      relationship: z.string().optional(),
      direction: z.enum(['TO', 'FROM']).optional(),
    })
    .describe('Without id if there is no such requirement.')

const issueOfCell = () =>
  z
    .object({
      applinkId: z.string(),
      issueKey: z.string(),
      relationship: z.string(),
      summary: z.string().optional(),
      status: z.string().optional(),
      issueType: z.string().optional(),
      projectKey: z.string().optional(),
      projectName: z.string().optional(),
    })
    .describe('Only the link if the caller may not read the issue.')

const cellShape = () =>
  z.object({
    id: z.string().describe('Unique in the matrix; a value for lastCellId.'),
    parentId: z.string().describe('Id of the cell that it follows; absent in column 0.').optional(),
    type: z.enum(CELL_TYPES),
    text: z.string().describe('The value as text.'),
    html: z.string().describe('The value as HTML, as its author wrote it.').optional(),
    requirement: requirementOfCell().optional(),
    property: z
      .object({ key: z.string(), type: z.enum(['INLINE', 'EXTERNAL']), dataType: z.string() })
      .optional(),
    page: z
      .object({ pageId: identifier(), title: z.string(), version: z.int().min(0), url: z.string() })
      .optional(),
    issue: issueOfCell().optional(),
    testCase: z
      .object({
        testCaseKey: z.string(),
        version: z.int().min(0),
        relationship: z.string(),
        status: z.string(),
        executedAt: instant(),
      })
      .optional(),
    value: z.union([z.number(), z.string(), z.boolean()]).describe('Value of a calculation.').optional(),
    dataType: z.enum(['NUMBER', 'STRING', 'BOOLEAN']).optional(),
    error: z
      .object({ position: z.int().min(0), message: z.string() })
      .describe('The error of a calculation without a value.')
      .optional(),
  })

export const cellsShape = () => z.array(cellShape())

export const suggestionsShape = () =>
  z
    .array(z.object({ type: z.enum(COLUMN_STEPS), value: z.string().optional() }))
    .describe('Columns that can follow from these cells.')

export const CELL_EXAMPLE = {
  id: '0-6001',
  type: 'REQUIREMENT',
  text: 'REQ-001',
  requirement: {
    id: 6001,
    spaceKey: 'ENG',
    key: 'REQ-001',
    status: 'ACTIVE',
    url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
  },
} as const

export function fromCells(context: Context, cells: readonly RenderedCell[]) {
  return cells.map(({ id, parentId, content }) => ({ id, parentId, ...fromContent(context, content) }))
}

/** The columns that can follow from the cells of each column. */
export function fromSuggestions(
  { store, note }: Context,
  { reader }: Rendering,
  columns: readonly RenderedColumn[],
) {
  const suggestions = columns.map(createSuggester(store, reader))
  if (suggestions.some((ofColumn) => ofColumn.length > 0)) note(ledger.matrixCells)
  if (reader.hidSomething()) note(ledger.hiddenCells)
  return suggestions
}

type Cell = Sent<zod.output<ReturnType<typeof cellShape>>>

function fromContent(context: Context, content: CellContent): Omit<Cell, 'id' | 'parentId'> {
  switch (content.kind) {
    case 'requirement':
      return { type: 'REQUIREMENT', text: content.key, requirement: fromRequirement(context, content) }
    case 'issue':
      return { type: 'ISSUE', text: content.link.wiki.issueKey, issue: fromIssue(content) }
    case 'property': {
      const { key, text, html, dataType, external } = content
      const type = external ? 'EXTERNAL' : 'INLINE'
      return { type: 'PROPERTY', text, html, property: { key, type, dataType } }
    }
    case 'page': {
      const { pageId, title, version } = content
      const url = `${wikiAddress(context)}/pages/viewpage.action?pageId=${pageId}`
      return { type: 'PAGE', text: title, page: { pageId, title, version, url } }
    }
    case 'testCase': {
      const { testCaseKey, version, relationship, status, executedAt } = content.link
      const testCase = { testCaseKey, version, relationship, status, executedAt: formatInstant(executedAt) }
      return { type: 'TEST_CASE', text: testCaseKey, testCase }
    }
    case 'calculation': {
      const { result } = content
      if (result === undefined || 'error' in result)
        return { type: 'CALCULATION', text: '', error: result?.error }
      return {
        type: 'CALCULATION',
        text: String(result.value),
        value: result.value,
        dataType: result.dataType,
      }
    }
    case 'text':
      return { type: 'TEXT', text: content.text, html: content.html }
  }
}

function fromRequirement({ store }: Context, cell: RequirementCell) {
  const { spaceKey, key, record, relationship, direction } = cell
  if (record === undefined) return { spaceKey, key, relationship, direction }
  const { id, baseline, status } = record
  return { id, spaceKey, key, baseline, status, url: canonicalUrl(store, record), relationship, direction }
}

function fromIssue({ link, details }: IssueCell) {
  const { applinkId, issueKey, relationship } = link.wiki
  return {
    applinkId,
    issueKey,
    relationship,
    summary: details?.summary,
    status: details?.issue.status,
    issueType: details?.typeName,
    projectKey: details?.project.key,
    projectName: details?.project.name,
  }
}

function wikiAddress(context: Context): string {
  return context.store.table(applications).get(wikiSite(context))?.baseUrl ?? ''
}
