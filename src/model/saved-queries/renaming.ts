/** Renames what queries name in the matrices, saved queries, dashboards and templates of a project. */
import { hasMoreCharacters } from '../../world/characters.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { dashboards, type Widget } from '../records/service/dashboards.ts'
import { MAXIMUM_CONTENT, parseTemplate } from '../templates/placeholders.ts'
import { type TemplateRecord, templates } from '../records/wiki/templates.ts'
import { matrices, type MatrixColumn } from '../records/wiki/matrices.ts'
import {
  applyEdits,
  type Edit,
  escapeDollars,
  hasVariables,
  NO_VARIABLES,
  substituteInText,
} from '../traceability/variables.ts'
import { editPlain, editQuery, editSavedQueries } from './saved-queries.ts'

interface Place {
  readonly world: World
  readonly store: Store
}

/** How texts change for a new name. */
export interface Renaming {
  readonly find: (text: string) => readonly Edit[]
  /** The columns of matrices whose value is a name of this kind. */
  readonly column?: {
    readonly type: MatrixColumn['step']['type']
    readonly before: string
    readonly after: string
  }
  /** Changes the JSON that a hosted client stores with a matrix. */
  readonly json?: (json: string) => string
}

/** Writes a new name into the matrices, saved queries, dashboards and templates of a project that have the old one. */
export function renameInTexts(place: Place, project: ContainerRecord, renaming: Renaming): void {
  renameInMatrices(place, project, renaming)
  editSavedQueries(place.world, place.store, project.id, renaming.find)
  renameInDashboards(place, project, renaming)
  renameInTemplates(place, project, renaming)
}

/** Renames in the columns and formulas of matrices; a name that contains a variable stays. */
function renameInMatrices(
  { world, store }: Place,
  project: ContainerRecord,
  { find, column, json: changeJson }: Renaming,
): void {
  const renamedValue = ({ type, value }: MatrixColumn['step']): string | undefined => {
    if (value === undefined) return undefined
    if (type === 'CALCULATION') return editQuery(value, find)
    if (column === undefined || type !== column.type) return value
    const name = hasVariables(value, 'text') ? undefined : substituteInText(value, NO_VARIABLES, 'value')
    return name === column.before ? escapeDollars(column.after) : value
  }
  for (const { id, status, columns, json } of store.table(matrices).range('project', [project.id])) {
    if (status === 'DELETED') continue
    const changed = columns.map((one) => {
      const value = renamedValue(one.step)
      return value === undefined || value === one.step.value ? one : { ...one, step: { ...one.step, value } }
    })
    const text = json === undefined ? undefined : changeJson?.(json)
    if (changed.every((one, index) => one === columns[index]) && (text ?? json) === json) continue
    const withText = text === undefined ? {} : { json: text }
    store.table(matrices).update(id, { columns: changed, ...withText, updatedAt: world.now })
  }
}

function renameInDashboards({ world, store }: Place, project: ContainerRecord, { find }: Renaming): void {
  const table = store.table(dashboards)
  for (const { id, widgets } of table.range('project', [project.id])) {
    const changed = widgets.map((widget) => renamedWidget(widget, find))
    if (changed.some((widget, position) => widget !== widgets[position]))
      table.update(id, { widgets: changed, updatedAt: world.now })
  }
}

function renameInTemplates({ world, store }: Place, project: ContainerRecord, { find }: Renaming): void {
  const table = store.table(templates)
  for (const template of table.range('project', [project.id])) {
    const content = renamedContent(template, find)
    if (content !== template.content) table.update(template.id, { content, updatedAt: world.now })
  }
}

function renamedWidget(widget: Widget, find: Renaming['find']): Widget {
  const { query, formula } = widget
  const changes = {
    ...(query === undefined ? {} : { query: editPlain(query, find) }),
    ...(formula === undefined ? {} : { formula: editPlain(formula, find) }),
  }
  if (changes.query === query && changes.formula === formula) return widget
  return { ...widget, ...changes }
}

/** The content of a template with the new name; unchanged if it would become too long. */
function renamedContent({ content, type }: TemplateRecord, find: Renaming['find']): string {
  const edits = parseTemplate(content, type).parts.flatMap((part) =>
    part.kind === 'formula'
      ? find(part.source).map(({ start, end, text }) => ({
          start: start + part.begins,
          end: end + part.begins,
          text,
        }))
      : [],
  )
  const changed = applyEdits(content, edits)
  return hasMoreCharacters(changed, MAXIMUM_CONTENT) ? content : changed
}
