/** What a query names and nothing searched has: it matches nothing there, and a caller should learn why. */
import type { Grammar } from '../../language/grammar.ts'
import type { FieldName } from '../../language/query/fields.ts'
import type { FieldReference, QueryNode, QueryValue } from '../../language/query/syntax.ts'
import { cut } from '../../language/syntax-error.ts'
import type { Store } from '../../world/store/store.ts'
import { rules } from '../records/wiki/rules.ts'
import { frozenSetsOf } from '../finding/requirements/frozen.ts'
import { namesAbsentFields, readQuery } from './listing.ts'
import { externalPropertyMetadata, requirements } from '../records/wiki/requirements.ts'
import type { SearchPlace } from './search-places.ts'

export interface WarningScope {
  readonly places: readonly SearchPlace[]
  /** Where chains may lead: all that the caller may read. */
  readonly readable: readonly SearchPlace[]
}

/** The only values that these fields have, in any letter case. */
const VALUES_OF: Partial<Record<FieldName, readonly string[]>> = {
  status: ['ACTIVE', 'ARCHIVED', 'DELETED', 'MOVED'],
  ruleStatus: ['false', 'true', 'warning'],
}

const FORMER_VALUES: readonly string[] = ['INVALID', 'VALID']

/** One sentence for each field, property, rule or status of a query that no requirement can have, in its order. */
export function queryWarnings(
  store: Store,
  applicationId: number,
  scope: WarningScope,
  text: string | undefined,
  grammar?: Grammar,
): string[] {
  const query = readQuery(text, grammar)
  if (query === undefined) return []
  const warnings = new Set<string>()
  for (const { condition, chained } of conditionsOf(query)) {
    if (!('field' in condition)) continue
    const places = chained ? scope.readable : scope.places
    const { field, name = '' } = condition.field
    if (namesAbsentFields(condition)) warnings.add(`field '${field}': no requirement has it`)
    else if (field === 'property' && !isPropertyOf(store, places, name))
      warnings.add(
        `property '${cut(name)}': no requirement ${chained ? 'that you may read' : 'of the spaces searched'} has it`,
      )
    else if (field === 'externalProperty' && !isExternalProperty(store, applicationId, name))
      warnings.add(`external property '${cut(name)}': the wiki has none of this name`)
    else if (field === 'ruleStatus' && name !== '' && !isRule(store, places, name))
      warnings.add(
        `rule '${cut(name)}': no space ${chained ? 'that you may read' : 'that is searched'} has a rule of this name`,
      )
    for (const value of unknownValues(condition))
      warnings.add(
        `${field} '${cut(value)}': no requirement has it; there is ${VALUES_OF[field]?.join(', ')}`,
      )
  }
  return [...warnings]
}

function* conditionsOf(query: QueryNode): Generator<{
  readonly condition: QueryNode & { field?: FieldReference }
  /** The condition is about the requirements that a chain leads to. */
  readonly chained: boolean
}> {
  const open: { readonly node: QueryNode; readonly chained: boolean }[] = [{ node: query, chained: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, chained } = next
    if (node.kind === 'and' || node.kind === 'or')
      open.push(...node.operands.toReversed().map((operand) => ({ node: operand, chained })))
    else if (node.kind === 'not') open.push({ node: node.operand, chained })
    else if (node.kind === 'chain') open.push({ node: node.operand, chained: true })
    else yield { condition: node, chained }
  }
}

/** Whether a requirement of one of these spaces has an inline property, or had it when it was frozen. */
function isPropertyOf(store: Store, places: readonly SearchPlace[], name: string): boolean {
  const table = store.table(requirements)
  if (places.some(({ project }) => table.find('property', [project.id, name]) !== undefined)) return true
  return places.some(({ project }) => {
    for (const { sources } of frozenSetsOf(store, project.id))
      if (sources.some(({ properties }) => properties.some(({ key }) => key === name))) return true
    return false
  })
}

function isRule(store: Store, places: readonly SearchPlace[], name: string): boolean {
  return places.some(({ project }) => store.table(rules).find('name', [project.id, name]) !== undefined)
}

/** The texts that a condition compares a field with and that the field never has. */
function unknownValues(condition: QueryNode & { field?: FieldReference }): readonly string[] {
  const known = condition.field === undefined ? undefined : VALUES_OF[condition.field.field]
  if (known === undefined) return []
  const isRuleStatus = condition.field?.field === 'ruleStatus'
  const all = [...known, ...(isRuleStatus ? FORMER_VALUES : [])].map((value) => value.toUpperCase())
  return comparedTexts(condition).filter((text) => !all.includes(text.toUpperCase()))
}

function comparedTexts(condition: QueryNode): readonly string[] {
  const text = (value: QueryValue) => (value.kind === 'text' ? [value.text] : [])
  if (condition.kind === 'membership') return condition.values.flatMap(text)
  const equal = condition.kind === 'comparison' && (condition.operator === '=' || condition.operator === '!=')
  return equal ? text(condition.value) : []
}

function isExternalProperty(store: Store, applicationId: number, name: string): boolean {
  return store.table(externalPropertyMetadata).find('name', [applicationId, name]) !== undefined
}
