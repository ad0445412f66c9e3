/** The assumptions of responses that select requirements by a query (service §4.3). */
import { isBlank } from '../../model/input/blank.ts'
import type { Grammar } from '../../language/grammar.ts'
import type { Formula } from '../../language/formula/syntax.ts'
import type { FieldName } from '../../language/query/fields.ts'
import { conditionsOf } from '../../language/query/mentions.ts'
import type { ConditionNode, QueryNode, QueryValue } from '../../language/query/syntax.ts'
import { readQuery } from '../../model/searching/listing.ts'
import { checkQuery } from '../../model/searching/query-check.ts'
import type { Reader } from '../../model/finding/permissions.ts'
import { chosenAlternative } from '../framework/ledger.ts'
import type { Context } from '../framework/operation.ts'

/** The assumptions that `assumeQuery` may note. Every operation with a query declares them. */
export const QUERY_ASSUMPTIONS = [
  'A36',
  'A49',
  'A119',
  'A120',
  'A121',
  'A230',
  'A255',
  'A257',
  'A258',
  'A259',
] as const

type QueryAssumption = (typeof QUERY_ASSUMPTIONS)[number]

const ENTRY_OF_FIELD: Partial<Readonly<Record<FieldName, QueryAssumption>>> = {
  ruleStatus: 'A230',
  suspect: 'A49',
  baseline: 'A119',
  pageHistory: 'A120',
  container: 'A120',
  new_container: 'A120',
  excel: 'A120',
  type: 'A120',
  'type.id': 'A120',
  'type.name': 'A120',
  test_case: 'A121',
}

/** The grammar of formulas on the called interface. The caller reports their assumptions with `assumeCriteria`. */
export function formulaGrammar(context: Context): Grammar {
  const { config } = context
  const days = chosenAlternative(config, 'A259')
  const spelling: Grammar = {
    average: chosenAlternative(config, 'A41') === 'average',
    ...(chosenAlternative(config, 'A257') === 'value' ? { numbers: 'value' } : {}),
    ...(chosenAlternative(config, 'A258') === 'plain' ? { patterns: 'plain' } : {}),
    days: days === 'texts' ? 'texts' : 'refuse',
  }
  if (chosenAlternative(config, 'A255') === 'one-grammar') return spelling
  const isHosted = context.interface === 'standalone' || context.interface === 'hosted-wiki'
  return { dialect: isHosted ? 'hosted' : 'embedded', ...spelling }
}

/** The grammar of a query on the called interface; undefined for a blank query. */
export function grammarOf(context: Context, query: string | null | undefined): Grammar | undefined {
  if (isBlank(query)) return undefined
  context.assume('A255')
  return formulaGrammar(context)
}

/** Throws INVALID for a query that the called interface could not run in an application. */
export function checkQueries(
  context: Context,
  user: Reader,
  applicationId: number,
  ...texts: readonly (string | null | undefined)[]
): void {
  for (const text of texts)
    checkQuery(context.store, user, applicationId, text ?? undefined, grammarOf(context, text))
}

/** Notes the assumptions of a query. `read` is the parsed text, if the caller has it. Throws INVALID for a wrong query. */
export function assumeQuery(context: Context, text: string | undefined, read?: QueryNode): void {
  if (text === undefined) return
  context.assume('A36')
  const query = read ?? readQuery(text, grammarOf(context, text))
  if (query !== undefined) assumeConditions(context, query)
}

/** Notes the assumptions of the criteria of a formula, which are queries. */
export function assumeCriteria(context: Context, { aggregates }: Formula): void {
  for (const { criteria } of aggregates) {
    if (criteria === undefined) continue
    for (const id of ['A36', 'A255'] as const) context.assume(id)
    assumeConditions(context, criteria)
  }
}

function assumeConditions(context: Context, query: QueryNode): void {
  for (const condition of conditionsOf(query, true)) {
    const entry = entryOf(condition)
    if (entry !== undefined) context.assume(entry)
    if (hasUser(condition)) context.assume('A121')
    if (hasNumber(condition)) context.assume('A257')
    if (patternOf(condition)?.includes('\\') === true) context.assume('A258')
  }
}

function hasNumber(condition: ConditionNode): boolean {
  if ('baseline' in condition) return typeof condition.baseline === 'object'
  return valuesOf(condition).some(({ kind }) => kind === 'number' || kind === 'scoped')
}

function patternOf(condition: ConditionNode): string | undefined {
  switch (condition.kind) {
    case 'fullText':
      return condition.text
    case 'hasTest':
      return condition.status
    case 'comparison':
      return condition.operator === '~' && condition.value.kind === 'text' ? condition.value.text : undefined
    default:
      return undefined
  }
}

function valuesOf(condition: ConditionNode): readonly QueryValue[] {
  if (condition.kind === 'membership') return condition.values
  return condition.kind === 'comparison' ? [condition.value] : []
}

function entryOf(condition: ConditionNode): QueryAssumption | undefined {
  switch (condition.kind) {
    case 'baselineWas':
    case 'isModified':
      return 'A119'
    case 'hasTest':
      return 'A121'
    case 'fullText':
      return undefined
    default:
      return ENTRY_OF_FIELD[condition.field.field]
  }
}

function hasUser(condition: ConditionNode): boolean {
  return valuesOf(condition).some(({ kind }) => kind === 'user')
}
