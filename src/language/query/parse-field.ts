/** Tells which field or relation a token names. */
import { nearestName } from '../../world/nearest.ts'
import { type Grammar, refuseForeign } from '../grammar.ts'
import { LanguageSyntaxError, cut } from '../syntax-error.ts'
import type { Token } from '../tokens.ts'
import type { Relation } from '../values.ts'
import { CONDITION_FUNCTIONS, conditionWords, findField } from './fields.ts'
import type { FieldDefinition } from './fields.ts'
import type { FieldReference } from './syntax.ts'

export interface NamedField {
  readonly definition: FieldDefinition
  readonly reference: FieldReference
}

/** The field of a word, or of a name with its qualifier. Throws LanguageSyntaxError with the nearest valid name. */
export function fieldOfToken(token: Token, grammar: Grammar | undefined): NamedField {
  const spelling = token.kind === 'word' ? token.text : token.kind === 'name' ? token.qualifier : ''
  const definition = findField(spelling)
  if (definition === undefined) {
    throw new LanguageSyntaxError(
      token.start,
      `unknown field '${cut(spelling)}'; ${suggestionFor(spelling, grammar)}`,
    )
  }
  refuseForeign(grammar, spelling, token.start)
  if (token.kind === 'name') {
    if (definition.named === undefined) {
      throw new LanguageSyntaxError(
        token.start,
        `${spelling} takes no name after '@'; write ${spelling} alone`,
      )
    }
    const { field } = definition
    const { name } = token
    const anyCase = grammar?.dialect === 'hosted' && field === 'jira'
    return { definition, reference: anyCase ? { field, name, anyCase } : { field, name } }
  }
  if (definition.named === 'compulsory') {
    throw new LanguageSyntaxError(token.start, `${spelling} needs a name, such as ${spelling}@Name`)
  }
  return { definition, reference: { field: definition.field } }
}

function suggestionFor(spelling: string, grammar: Grammar | undefined): string {
  const lower = spelling.toLowerCase()
  if (lower === 'user') return "user('…') is a value, as in @Owner = user('alice')"
  const called = CONDITION_FUNCTIONS.find((name) => name.toLowerCase() === lower)
  if (called !== undefined) return `${called} is a function, as in ${called}('…')`
  const nearest = nearestName(spelling, conditionWords(grammar))
  if (nearest !== undefined) return `did you mean ${nearest}?`
  return 'use a field such as key, status or @Name, and put texts in quotes'
}

/** `from`, `to@refines`. Throws LanguageSyntaxError for anything else. */
export function relationOfToken(token: Token): Relation {
  const spelling = token.kind === 'word' ? token.text : token.kind === 'name' ? token.qualifier : undefined
  const definition = spelling === undefined ? undefined : findField(spelling)
  if (definition?.field !== 'from' && definition?.field !== 'to') {
    throw new LanguageSyntaxError(
      token.start,
      "the relations to follow are 'from' and 'to', with or without a relationship, such as from@refines",
    )
  }
  const direction = definition.field
  return token.kind === 'name' ? { direction, relationship: token.name } : { direction }
}
