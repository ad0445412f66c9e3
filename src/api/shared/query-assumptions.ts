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
import * as ledger from '../framework/ledger-names.ts'
import type { Context } from '../framework/operation.ts'

/** The assumptions that `noteQuery` may note. Every operation with a query declares them. */
export const QUERY_ASSUMPTIONS = [
  ledger.queryLanguage,
  ledger.queryFieldsWithoutData,
  ledger.baselineConditions,
  ledger.placeConditions,
  ledger.testAndUserConditions,
  ledger.ruleConditions,
  ledger.grammars,
  ledger.unquotedNumbers,
  ledger.literalPercent,
  ledger.queryDays,
] as const

type QueryAssumption = (typeof QUERY_ASSUMPTIONS)[number]

const ENTRY_OF_FIELD: Partial<Readonly<Record<FieldName, QueryAssumption>>> = {
  ruleStatus: ledger.ruleConditions,
  suspect: ledger.queryFieldsWithoutData,
  baseline: ledger.baselineConditions,
  pageHistory: ledger.placeConditions,
  container: ledger.placeConditions,
  new_container: ledger.placeConditions,
  excel: ledger.placeConditions,
  type: ledger.placeConditions,
  'type.id': ledger.placeConditions,
  'type.name': ledger.placeConditions,
  test_case: ledger.testAndUserConditions,
}

/** The grammar of formulas on the called interface. The caller reports their assumptions with `noteCriteria`. */
export function formulaGrammar(context: Context): Grammar {
  const { config } = context
  const days = chosenAlternative(config, ledger.queryDays)
  const spelling: Grammar = {
    average: chosenAlternative(config, ledger.formulaLanguage) === 'average',
    ...(chosenAlternative(config, ledger.unquotedNumbers) === 'value' ? { numbers: 'value' } : {}),
    ...(chosenAlternative(config, ledger.literalPercent) === 'plain' ? { patterns: 'plain' } : {}),
    days: days === 'texts' ? 'texts' : 'refuse',
  }
  if (chosenAlternative(config, ledger.grammars) === 'one-grammar') return spelling
  const isHosted = context.interface === 'standalone' || context.interface === 'hosted-wiki'
  return { dialect: isHosted ? 'hosted' : 'embedded', ...spelling }
}

/** The grammar of a query on the called interface; undefined for a blank query. */
export function grammarOf(context: Context, query: string | null | undefined): Grammar | undefined {
  if (isBlank(query)) return undefined
  context.note(ledger.grammars)
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
export function noteQuery(context: Context, text: string | undefined, read?: QueryNode): void {
  if (text === undefined) return
  context.note(ledger.queryLanguage)
  const query = read ?? readQuery(text, grammarOf(context, text))
  if (query !== undefined) noteConditions(context, query)
}

/** Notes the assumptions of the criteria of a formula, which are queries. */
export function noteCriteria(context: Context, { aggregates }: Formula): void {
  for (const { criteria } of aggregates) {
    if (criteria === undefined) continue
    for (const id of [ledger.queryLanguage, ledger.grammars] as const) context.note(id)
    noteConditions(context, criteria)
  }
}

function noteConditions(context: Context, query: QueryNode): void {
  for (const condition of conditionsOf(query, true)) {
    const entry = entryOf(condition)
    if (entry !== undefined) context.note(entry)
    if (hasUser(condition)) context.note(ledger.testAndUserConditions)
    if (hasNumber(condition)) context.note(ledger.unquotedNumbers)
    if (patternOf(condition)?.includes('\\') === true) context.note(ledger.literalPercent)
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
      return ledger.baselineConditions
    case 'hasTest':
      return ledger.testAndUserConditions
    case 'fullText':
      return undefined
    default:
      return ENTRY_OF_FIELD[condition.field.field]
  }
}

function hasUser(condition: ConditionNode): boolean {
  return valuesOf(condition).some(({ kind }) => kind === 'user')
}
