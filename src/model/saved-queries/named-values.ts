/** Renames types, variants and baselines in queries, and in the criteria of formulas, that compare with the old name. */
import { parseFormula } from '../../language/formula/parse.ts'
import { conditionsOf } from '../../language/query/mentions.ts'
import { parseQuery } from '../../language/query/parse.ts'
import { printCondition, printValue } from '../../language/query/print.ts'
import type { FieldName } from '../../language/query/fields.ts'
import type {
  ConditionNode,
  QueryNode,
  QueryValue,
  RecordName,
  ScopedValue,
} from '../../language/query/syntax.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import { quoteText } from '../../language/tokens.ts'
import { isIdentifier } from '../../language/values.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import type { Edit } from '../traceability/variables.ts'
import { type Renaming, renameInTexts } from './renaming.ts'

/** A record whose name is a value in queries, and its new name. */
export interface NamedValue {
  readonly fields: readonly FieldName[]
  readonly before: string
  readonly after: string
  /** How functions such as `isModified('Name')` refer to it; undefined if none can. */
  readonly reference?: string | number | undefined
}

/** Replaces a name in all texts of a project, and in others' texts that name its space. */
export function renameValue(
  place: { readonly world: World; readonly store: Store },
  project: ContainerRecord,
  named: NamedValue,
  json?: Renaming['json'],
): void {
  const own = { find: (text: string) => findValue(text, named, project.key, true) }
  renameInTexts(place, project, json === undefined ? own : { ...own, json })
  if (named.reference === undefined) return
  const find = (text: string) => findValue(text, named, project.key, false)
  for (const other of place.store.table(containers).range('level', [project.applicationId, 'PROJECT']))
    if (other.id !== project.id) renameInTexts(place, other, { find })
}

/** The edits that rename it in a text: where its space is named, and in texts of its own space also without one. */
function findValue(text: string, named: NamedValue, space: string | undefined, isOwn: boolean): Edit[] {
  const { fields, before, after, reference } = named
  const isNamed = (name: RecordName) =>
    typeof name === 'string' ? name === before : name.text === before && !isIdentifier(name.text)
  const scoped = (value: ScopedValue): ScopedValue | undefined =>
    isNamed(value.name) && value.space === space && reference !== undefined
      ? { ...value, name: toName(reference) }
      : undefined
  const ofValue = (value: QueryValue): Edit[] => {
    const { start, end } = value
    if (value.kind === 'text' || value.kind === 'number') {
      const isIt = isNamed(value.kind === 'text' ? value.text : value)
      return isOwn && isIt ? [{ start, end, text: quoteText(after) }] : []
    }
    const renamed = value.kind === 'scoped' ? scoped(value) : undefined
    return renamed === undefined ? [] : [{ start, end, text: printValue({ ...renamed, start, end }) }]
  }
  return conditionsIn(text).flatMap((condition): Edit[] => {
    if (condition.kind === 'isModified' || condition.kind === 'baselineWas') {
      const { start, end, baseline } = condition
      const renamed =
        typeof baseline === 'object' && 'kind' in baseline
          ? scoped(baseline)
          : isOwn && isNamed(baseline) && reference !== undefined
            ? toName(reference)
            : undefined
      if (renamed === undefined || !fields.includes('baseline')) return []
      return [{ start, end, text: printCondition({ ...condition, baseline: renamed } as ConditionNode) }]
    }
    if (!('field' in condition) || !fields.includes(condition.field.field)) return []
    if (condition.kind === 'membership') return condition.values.flatMap(ofValue)
    return condition.kind === 'comparison' && condition.operator !== '~' ? ofValue(condition.value) : []
  })
}

function toName(reference: string | number): RecordName {
  return typeof reference === 'string' ? reference : { number: reference, text: String(reference) }
}

/** The conditions of a query, or of the criteria in a formula; none if the text cannot be parsed. */
function conditionsIn(text: string): readonly ConditionNode[] {
  const query = readQuery(text)
  if (query !== undefined) return conditionsOf(query, true)
  const parsed = parseFormula(text, 'aggregation')
  if (!parsed.ok) return []
  return parsed.formula.aggregates.flatMap(({ criteria }) =>
    criteria === undefined ? [] : conditionsOf(criteria, true),
  )
}

function readQuery(text: string): QueryNode | undefined {
  try {
    return parseQuery(text)
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return undefined
    throw error
  }
}
