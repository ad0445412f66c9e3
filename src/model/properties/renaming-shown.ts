/** What shows and checks requirements beside matrices follows new names too: dashboards, templates and rules. */
import { applyEdits, type Edit } from '../traceability/variables.ts'
import type { ContainerRecord } from '../containers/records.ts'
import { dashboards, type Widget } from '../dashboards/records.ts'
import type { Writing } from '../requirements/lifecycle.ts'
import { rules } from '../rules/records.ts'
import { editPlain } from '../saved-queries/saved-queries.ts'
import { MAXIMUM_CONTENT, parseTemplate } from '../templates/placeholders.ts'
import { type TemplateRecord, templates } from '../templates/records.ts'

type Place = Pick<Writing, 'world' | 'store'>

/** Finds where a query or formula names what has a new name, and what to write there instead. */
export type FindNames = (text: string) => readonly Edit[]

/** Puts a new name into the queries and formulas of the dashboards of a container of level PROJECT. */
export function renameInDashboards({ world, store }: Place, project: ContainerRecord, find: FindNames): void {
  const table = store.table(dashboards)
  for (const { id, widgets } of table.range('project', [project.id])) {
    const changed = widgets.map((widget) => renamedWidget(widget, find))
    if (changed.some((widget, position) => widget !== widgets[position]))
      table.update(id, { widgets: changed, updatedAt: world.now })
  }
}

/** Puts a new name into the formulas of the templates of a container of level PROJECT. */
export function renameInTemplates({ world, store }: Place, project: ContainerRecord, find: FindNames): void {
  const table = store.table(templates)
  for (const template of table.range('project', [project.id])) {
    const content = renamedContent(template, find)
    if (content !== template.content) table.update(template.id, { content, updatedAt: world.now })
  }
}

/** Gives a property its new name in the rules of a container of level PROJECT that ask for it. */
export function renameInRules(
  { world, store }: Place,
  project: ContainerRecord,
  kind: 'inline' | 'external',
  before: string,
  after: string,
): void {
  const table = store.table(rules)
  for (const { id, property, external = false } of table.range('project', [project.id]))
    if (property === before && external === (kind === 'external'))
      table.update(id, { property: after, updatedAt: world.now })
}

function renamedWidget(widget: Widget, find: FindNames): Widget {
  const { query, formula } = widget
  const changes = {
    ...(query === undefined ? {} : { query: editPlain(query, find) }),
    ...(formula === undefined ? {} : { formula: editPlain(formula, find) }),
  }
  if (changes.query === query && changes.formula === formula) return widget
  return { ...widget, ...changes }
}

/** A content that would become too long stays as it is, as placeholders that cannot be read do. */
function renamedContent({ content, type }: TemplateRecord, find: FindNames): string {
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
  return changed.length > MAXIMUM_CONTENT ? content : changed
}
