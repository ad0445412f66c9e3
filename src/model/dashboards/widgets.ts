/** What the widgets of a dashboard must be: each type has fields of its own, and what they refer to exists. */
import type { Grammar } from '../../language/grammar.ts'
import type { FormulaLanguage } from '../../language/formula/syntax.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { invalid, invalidRequest, withPlace } from '../input/errors.ts'
import { Refusal } from '../input/refusal.ts'
import { readFormula } from '../searching/formulas.ts'
import { readQuery } from '../searching/listing.ts'
import { findVisibleTemplate } from '../templates/templates.ts'
import { findMatrix } from '../traceability/matrices.ts'
import type { UserRecord } from '../records/service/users.ts'
import type { Widget, WidgetType } from '../records/service/dashboards.ts'

interface WidgetReader {
  readonly store: Store
  readonly user: UserRecord
  readonly grammar?: Grammar | undefined
}

export const MAXIMUM_WIDGETS = 100

type Field = 'query' | 'formula' | 'matrixId' | 'templateId' | 'text'

const FIELDS: readonly Field[] = ['query', 'formula', 'matrixId', 'templateId', 'text']

/** The required and the optional fields of each type, besides title and place. */
const FIELDS_OF: Readonly<
  Record<WidgetType, { readonly needs: readonly Field[]; readonly may: readonly Field[] }>
> = {
  REQUIREMENTS: { needs: [], may: ['query'] },
  AGGREGATION: { needs: ['formula'], may: ['query'] },
  CALCULATION: { needs: ['formula'], may: ['query'] },
  MATRIX: { needs: ['matrixId'], may: [] },
  TEMPLATE: { needs: ['templateId'], may: ['query'] },
  TEXT: { needs: ['text'], may: [] },
}

const LANGUAGE_OF: Partial<Readonly<Record<WidgetType, FormulaLanguage>>> = {
  AGGREGATION: 'aggregation',
  CALCULATION: 'calculation',
}

/**
 * Throws a Refusal that names widget and field. Records that unchanged widgets refer to may be gone, and are not
 * checked.
 */
export function checkWidgets(
  { store, user, grammar }: WidgetReader,
  project: ContainerRecord,
  widgets: readonly Widget[],
  before: readonly Widget[] = [],
): void {
  const isNew = (field: 'matrixId' | 'templateId', id: number) =>
    before.every((widget) => widget[field] !== id)
  widgets.forEach((widget, position) => {
    const place = `widgets[${position}]`
    const { matrixId, templateId, query, formula } = widget
    const isKept = before.some((kept) => kept.query === query && kept.formula === formula)
    checkWidget(widget, place, isKept ? undefined : grammar)
    if (matrixId !== undefined && isNew('matrixId', matrixId))
      at(`${place}.matrixId`, () => findMatrix(store, user, project, matrixId))
    if (templateId !== undefined && isNew('templateId', templateId))
      at(`${place}.templateId`, () => findVisibleTemplate(store, user, project, templateId))
  })
}

/** Checks a widget without the records it refers to. Throws a Refusal (INVALID) that names the field. */
export function checkWidget(widget: Widget, place: string, grammar?: Grammar): void {
  checkFields(widget, place)
  const { type, query, formula } = widget
  if (query !== undefined) at(`${place}.query`, () => readQuery(query, grammar))
  const language = LANGUAGE_OF[type]
  if (formula !== undefined && language !== undefined)
    at(`${place}.formula`, () => readFormula(formula, language, grammar))
}

function checkFields(widget: Widget, place: string): void {
  const { needs, may } = FIELDS_OF[widget.type]
  const missing = needs.find((field) => widget[field] === undefined)
  if (missing !== undefined)
    throw invalidRequest(
      `body field '${place}.${missing}' is missing`,
      `widgets of type ${widget.type} need it`,
    )
  const surplus = FIELDS.find((field) => widget[field] !== undefined && ![...needs, ...may].includes(field))
  if (surplus !== undefined)
    throw invalid(
      `body field '${place}.${surplus}'`,
      widget[surplus],
      `a ${widget.type} has none, leave it out`,
    )
}

/** Adds the field's name to the refusal of a check. */
function at(field: string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw withPlace(error, `body field '${field}'`)
  }
}
