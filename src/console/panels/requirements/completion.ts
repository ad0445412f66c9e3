/** Completions of a query: words of the language, and names of existing records. */
import type { QueryNames } from '../../../control/responses/requirements.ts'
import { CONDITION_FUNCTIONS, fieldDefinition, FIELDS } from '../../../language/query/fields.ts'
import type { FieldReference } from '../../../language/query/syntax.ts'
import { escapeName, quoteText } from '../../../language/tokens.ts'
import type { Completion } from '../../ui/completion-list.tsx'
import { type Place, placeAt } from './expectation.ts'

export const NO_NAMES: QueryNames = {
  spaces: [],
  statuses: [],
  properties: [],
  rules: [],
  types: [],
  pages: [],
  baselines: [],
  variants: [],
  relationships: [],
  issueRelationships: [],
  keys: [],
  issues: [],
  projects: [],
  values: [],
}

export interface Completions {
  /** Where the typed text begins. The completion replaces it up to the caret. */
  readonly from: number
  readonly items: readonly Completion[]
}

const LATEST: Completion = { text: '$currentBaseline', detail: 'the latest of each space' }

/** The values of ruleStatus. */
const RULE_STATUSES = ['false', 'true', 'warning']

/** The words that begin a condition, beside fields. */
const OPERANDS: readonly Completion[] = [
  ...texts(['NOT'], 'all others'),
  ...CONDITION_FUNCTIONS.map((name) => ({ text: `${name}(`, detail: 'function' })),
  ...texts(['('], 'group'),
]

/** The words and symbols that continue or follow a condition. */
const CONTINUATIONS: readonly Completion[] = [
  ...texts(['='], 'equals'),
  ...texts(['~'], 'like, % for anything'),
  ...texts(['->'], 'for which the following holds'),
  ...texts(['!='], 'differs'),
  ...texts(['IN (', 'NOT IN (', '(', ','], 'list of values'),
  ...texts(['IS NULL', 'IS NOT NULL', 'NULL', 'NOT NULL'], 'absent or not'),
  ...texts(['WAS'], 'was in this baseline'),
  ...texts(['<', '<=', '>', '>='], 'compares'),
  ...texts(['AND', 'OR'], 'and then'),
  ...texts([')'], 'end of the group or list'),
]

/** Completions shown at once. */
const MAXIMUM_OFFERED = 40

/** The valid completions at a position of a query; those that begin with the typed text come first. */
export function complete(text: string, position: number, names: QueryNames): Completions {
  const place = placeAt(text, position)
  const wanted = place.typed.toLowerCase()
  const begins = (item: Completion) => bare(item.text).startsWith(wanted)
  const holds = (item: Completion) => !begins(item) && wanted.length > 1 && bare(item.text).includes(wanted)
  const all = offered(place, names).filter((item) => item.text !== place.typed)
  return {
    from: place.from,
    items: [...all.filter(begins), ...all.filter(holds)].slice(0, MAXIMUM_OFFERED),
  }
}

/** The prefix and the property to request from the server for the completions at a position. */
export function namesRequestAt(
  text: string,
  position: number,
): { readonly prefix: string; readonly property: string | undefined } {
  const { compared, typed, quoted } = placeAt(text, position)
  if (compared === undefined) return { prefix: '', property: undefined }
  return {
    prefix: quoted ? typed.replace(/%.*$/, '') : '',
    property: compared.field === 'property' ? compared.name : undefined,
  }
}

/** The query and the caret after a completion. */
export function accept(
  text: string,
  position: number,
  { from, item }: { readonly from: number; readonly item: Completion },
): { readonly text: string; readonly position: number } {
  const rest = text.slice(position)
  // A closing quote of the replaced text is replaced too.
  const after = /^['"]/.test(text.slice(from)) ? rest.replace(/^['"]/, '') : rest
  const gap = item.text.endsWith('(') || /^[\s),]/.test(after) ? '' : ' '
  const before = `${text.slice(0, from)}${item.text}${gap}`
  return { text: before + after, position: before.length }
}

/** Texts are compared without their quotes. */
function bare(text: string): string {
  return text.replace(/^'/, '').toLowerCase()
}

function offered({ accepts, compared, quoted }: Place, names: QueryNames): readonly Completion[] {
  if (compared !== undefined) return valuesOf(compared, names, accepts)
  if (quoted) return []
  const isOperand = accepts('key')
  const words = (isOperand ? OPERANDS : CONTINUATIONS).filter(({ text }) => accepts(text))
  return isOperand ? [...fieldsOf(names), ...words] : words
}

function texts(items: readonly string[], detail: string): Completion[] {
  return items.map((text) => ({ text, detail }))
}

function fieldsOf(names: QueryNames): readonly Completion[] {
  const { relationships, issueRelationships, properties, rules } = names
  const named = (prefix: string, list: readonly string[], detail: string) =>
    list.map((name) => ({ text: `${prefix}@${escapeName(name)}`, detail }))
  const plain = FIELDS.filter(({ named: how }) => how !== 'compulsory').map(({ spellings, noun }) => ({
    text: spellings[0] ?? '',
    detail: noun,
  }))
  const ofKind = (kind: string) => properties.filter((one) => one.kind === kind).map(({ name }) => name)
  return [
    ...plain.slice(0, 5),
    ...named('', ofKind('inline'), 'property'),
    ...named('ext', ofKind('external'), 'external property'),
    ...plain.slice(5),
    ...named('from', relationships, 'child by this relationship'),
    ...named('to', relationships, 'parent by this relationship'),
    ...named('jira', issueRelationships, 'issue linked by this relationship'),
    ...named('ruleStatus', rules, 'status by this rule'),
  ]
}

function valuesOf(
  { field, name }: FieldReference,
  names: QueryNames,
  accepts: Place['accepts'],
): readonly Completion[] {
  const { noun } = fieldDefinition(field)
  const quoted = (list: readonly string[]) => list.map((text) => ({ text: quoteText(text), detail: noun }))
  switch (field) {
    case 'key':
    case 'from':
    case 'to':
    case 'new_key':
      return quoted(names.keys)
    case 'status':
      return quoted(names.statuses)
    case 'ruleStatus':
      return quoted(RULE_STATUSES)
    case 'space':
    case 'new_space_key':
      return quoted(names.spaces)
    case 'page':
    case 'pageHistory':
    case 'links':
    case 'link':
    case 'container':
    case 'new_container':
      return quoted(names.pages)
    case 'baseline':
      return [...quoted(names.baselines), ...(accepts(LATEST.text) ? [LATEST] : [])]
    case 'variant':
      return quoted(names.variants)
    case 'type':
    case 'type.name':
      return quoted(names.types)
    case 'jira':
      return quoted(names.issues)
    case 'project':
      return quoted(names.projects)
    case 'property':
    case 'externalProperty':
      return ofProperty(name, names)
    default:
      return []
  }
}

function ofProperty(name: string | undefined, { properties, values }: QueryNames): readonly Completion[] {
  const dataType = properties.find((property) => property.name === name)?.dataType
  if (dataType === 'BOOLEAN') return texts(['true', 'false'], 'boolean')
  const known = values.map((text) => ({ text: quoteText(text), detail: 'value' }))
  return dataType === 'USER' ? [...texts(['user('], 'user by name'), ...known] : known
}
