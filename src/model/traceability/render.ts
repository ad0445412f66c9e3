/**
 * Rendering a matrix: the requirements of its query are the rows, and each further column shows what the cells of its
 * parent column lead to (service §4.4). The cells of a column form one sequence over the rows of a page: in the order of
 * the cells that they start from, then in their own. Each column is answered in pieces that a cursor joins together.
 */
import type { Grammar } from '../../language/grammar.ts'
import { evaluateCalculation } from '../../language/formula/evaluate.ts'
import { findApplication } from '../finding/permissions.ts'
import { formulaSource } from '../searching/formulas.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { searchPage } from '../searching/search.ts'
import {
  type CellContent,
  type CellReader,
  type CellScope,
  createCellReader,
  requirementCell,
} from './cells.ts'
import { checkColumns, type ColumnCheck, readColumnFormula, type ReadyStep, readySteps } from './columns.ts'
import { type CellPath, noSuchCell, readCursor, writeCursor } from './cursor.ts'
import type { MatrixColumn } from '../records/wiki/matrices.ts'
import { substituteInLanguage, type Variables } from './variables.ts'

export const MAXIMUM_ROWS = 200
export const MAXIMUM_CELLS = 1000
/** Cells of all columns of one response, shared evenly. */
const TOTAL_CELLS = 20_000
/** How many cells all columns of one response may look at or list, shared evenly. */
const TOTAL_VISITS = 100_000
/** Characters of texts and ids of all columns of one response, shared evenly; each piece has at least one cell. */
const TOTAL_TEXT = 4_000_000
const TOTAL_STEPS = 10_000_000

export interface RenderRequest {
  readonly query: string
  /** The grammar of the query; absent: it may use the words of both dialects. */
  readonly grammar?: Grammar | undefined
  readonly spaceKeys: readonly string[] | undefined
  /** Absent: the current variants. */
  readonly variantIds?: readonly number[] | undefined
  readonly includeBaselined: boolean
  readonly columns: readonly MatrixColumn[]
  /** Absent: `strict`. */
  readonly check?: ColumnCheck
  /** True for a column that renders empty below its parent. */
  readonly isEmpty?: (column: MatrixColumn, parent: MatrixColumn) => boolean
  readonly variables: Variables
  /** How many rows to skip, and how many to show. */
  readonly searchOffset: number
  readonly limit: number
  readonly cellLimit: number
  /** The last cell that each column has shown; undefined for the first piece. */
  readonly cursors: readonly (string | undefined)[]
  readonly only?: number
}

export interface RenderedCell {
  /** Unique in the matrix and stable across pages. */
  readonly id: string
  /** Absent in column 0. */
  readonly parentId: string | undefined
  readonly content: CellContent
}

export interface RenderedColumn {
  readonly column: MatrixColumn
  readonly cells: readonly RenderedCell[]
  /** There may be more cells; the next piece can turn out empty. */
  readonly hasNext: boolean
  /** The cursor of the next piece; absent in a column without cells. */
  readonly lastCellId: string | undefined
}

export interface Rendering {
  readonly columns: readonly RenderedColumn[]
  readonly total: number
  readonly explanation: string
  readonly reader: CellReader
}

/** Throws a Refusal (INVALID) for bad columns, queries, cursors and variables. */
export function renderMatrix(scope: CellScope, request: RenderRequest): Rendering {
  const { store, user, applicationId } = scope
  const { variables, searchOffset, only } = request
  const columns = checkColumns(request.columns, variables, request.check)
  const steps = readySteps(columns, variables, request.check).map((step, index) => {
    const column = columns[index] as MatrixColumn
    const isEmpty = request.isEmpty?.(column, columns[column.parentColumnIndex] as MatrixColumn) === true
    return isEmpty ? { ...step, isEmpty } : step
  })
  const query = substituteInLanguage(request.query, variables, 'query')
  const { grammar, spaceKeys, variantIds, includeBaselined } = request
  const search = { query, grammar, spaceKeys, variantIds, includeBaselined }
  const page = { offset: searchOffset, limit: request.limit }
  const found = searchPage(store, user, applicationId, search, page)
  const { rows } = found
  const reader = createCellReader(scope)
  const shown = only === undefined ? columns : columns.slice(only, only + 1)
  const rendered = shown.map((column) =>
    renderColumn({ columns, steps, rows, reader, request, share: shown.length }, column),
  )
  return {
    columns: calculate(scope, rendered, steps),
    total: found.count,
    explanation: found.explanation,
    reader,
  }
}

interface Walk {
  readonly columns: readonly MatrixColumn[]
  readonly steps: readonly ReadyStep[]
  readonly rows: readonly RequirementRecord[]
  readonly reader: CellReader
  readonly request: RenderRequest
  /** How many columns share the limits of a response. */
  readonly share: number
}

function chainOf(columns: readonly MatrixColumn[], index: number): number[] {
  const chain = [index]
  for (let at = index; at > 0; chain.unshift(at)) at = (columns[at] as MatrixColumn).parentColumnIndex
  return chain
}

function renderColumn(walk: Walk, column: MatrixColumn): RenderedColumn {
  const { columns, steps, rows, reader, request, share } = walk
  const { columnIndex } = column
  const chain = chainOf(columns, columnIndex)
  const expanders = chain.map((index) => reader.expanding(steps[index] as ReadyStep))
  const resume = readCursor(request.cursors[columnIndex], columnIndex, chain.length)
  const piece = createPiece(columnIndex, columns, request.cellLimit, share)

  /** Visits a cell and everything below it; false when the piece is full. */
  const visit = (content: CellContent, path: CellPath, after: CellPath | undefined): boolean => {
    if (path.length === chain.length) return piece.add(content, path)
    if (!piece.lookBehind()) return false
    const before = reader.work()
    const below = (expanders[path.length] as (typeof expanders)[number])(content)
    piece.charge(1 + reader.work() - before)
    const begin = after?.[path.length] ?? 0
    for (let position = begin; position < below.length; position++) {
      const inner = position === begin ? after : undefined
      const isDone = inner !== undefined && inner.length === path.length + 1
      if (!isDone && !visit(below.at(position), [...path, position], inner)) return false
    }
    piece.pass(path)
    return true
  }

  const begin = resume === undefined ? 0 : rowOf(rows, resume, columnIndex, request)
  for (let position = begin; position < rows.length; position++) {
    const row = rows[position] as RequirementRecord
    const after = position === begin ? resume : undefined
    if (after?.length !== 1 && !visit(requirementCell(row), [row.id], after)) break
  }
  return { column, ...piece.close() }
}

/** Refuses a cursor to a row that is not on this page. */
function rowOf(
  rows: readonly RequirementRecord[],
  resume: CellPath,
  columnIndex: number,
  { cursors }: RenderRequest,
): number {
  const position = rows.findIndex((row) => row.id === resume[0])
  if (position === -1) throw noSuchCell(cursors[columnIndex], columnIndex)
  return position
}

/** Collects one piece of a column within the limits of a response. */
function createPiece(
  columnIndex: number,
  columns: readonly MatrixColumn[],
  cellLimit: number,
  share: number,
) {
  const { parentColumnIndex } = columns[columnIndex] as MatrixColumn
  const maximum = Math.min(cellLimit, Math.floor(TOTAL_CELLS / share))
  let visits = Math.floor(TOTAL_VISITS / share)
  let text = Math.floor(TOTAL_TEXT / share)
  const cells: RenderedCell[] = []
  /** The last cell that is complete with everything below it. */
  let latest: CellPath | undefined
  let isFull = false
  let isTired = false
  return {
    /** False if the cell does not fit. */
    add(content: CellContent, path: CellPath): boolean {
      isFull = cells.length >= maximum || text <= 0
      if (isFull) return false
      const parentId = path.length === 1 ? undefined : writeCursor(parentColumnIndex, path.slice(0, -1))
      const id = writeCursor(columnIndex, path)
      cells.push({ id, parentId, content })
      text -= id.length + (parentId?.length ?? 0)
      text -= 'html' in content ? content.text.length + content.html.length : 0
      latest = path
      return true
    },
    /** False when the limit is reached; every piece reaches at least one cell, so that the next one gets further. */
    lookBehind(): boolean {
      isTired = visits <= 0 && latest !== undefined
      return !isTired
    },
    charge(cost: number): void {
      visits -= cost
    },
    /** Marks everything below this cell as complete. */
    pass(path: CellPath): void {
      latest = path
    },
    close: () => ({
      cells,
      hasNext: isFull || isTired,
      lastCellId: isTired && latest !== undefined ? writeCursor(columnIndex, latest) : cells.at(-1)?.id,
    }),
  }
}

function calculate(
  { store, user, applicationId }: CellScope,
  rendered: readonly RenderedColumn[],
  steps: readonly ReadyStep[],
): readonly RenderedColumn[] {
  const count = rendered.filter(({ column }) => column.step.type === 'CALCULATION').length
  if (count === 0) return rendered
  const source = formulaSource(store, user, findApplication(store, applicationId))
  const budget = { steps: Math.floor(TOTAL_STEPS / count), text: Math.floor(TOTAL_TEXT / count) }
  return rendered.map((piece) => {
    const { columnIndex, step } = piece.column
    if (step.type !== 'CALCULATION' || piece.cells.length === 0) return piece
    const formula = readColumnFormula(steps[columnIndex]?.value ?? '', columnIndex)
    const records = piece.cells.flatMap(({ content }) =>
      content.kind === 'calculation' ? [content.record] : [],
    )
    const results = evaluateCalculation(formula, records, source, budget)
    const cells = piece.cells.map((cell, position) => {
      const result = results[position]
      if (cell.content.kind !== 'calculation' || result === undefined) return cell
      return { ...cell, content: { ...cell.content, result } }
    })
    return { ...piece, cells }
  })
}
