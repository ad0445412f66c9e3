/** Completions of a query: words of the language, and names of existing records. */
import type { QueryNames } from '../../../control/responses/requirements.ts'
import { CONDITION_FUNCTIONS, type FieldDefinition, FIELDS } from '../../../language/query/fields.ts'
import { escapeName, quoteText } from '../../../language/tokens.ts'
import { type Expected, type Place, placeAt } from './expectation.ts'

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

export interface Completion {
  /** The text to insert. */
  readonly text: string
  /** Its description. */
  readonly detail: string
}

export interface Completions {
  /** Where the typed text begins. The completion replaces it up to the caret. */
  readonly from: number
  readonly items: readonly Completion[]
}

const LATEST: Completion = { text: '$currentBaseline', detail: 'the latest of each space' }

/** The values of ruleStatus. */
const RULE_STATUSES = ['false', 'true', 'warning']

/** Completions shown at once. */
const MOST_OFFERED = 40

/** The valid completions at a position of a query; those that begin with the typed text come first. */
export function complete(text: string, position: number, names: QueryNames): Completions {
  const place = placeAt(text, position)
  const wanted = place.typed.toLowerCase()
  const begins = (item: Completion) => bare(item.text).startsWith(wanted)
  const holds = (item: Completion) => !begins(item) && wanted.length > 1 && bare(item.text).includes(wanted)
  const all = offered(place, names).filter((item) => item.text !== place.typed)
  return {
    from: place.from,
    items: [...all.filter(begins), ...all.filter(holds)].slice(0, MOST_OFFERED),
  }
}

/** The prefix and the property to request from the server for the completions at a position. */
export function namesRequestAt(
  text: string,
  position: number,
): { readonly prefix: string; readonly property: string | undefined } {
  const { expected, typed, quoted } = placeAt(text, position)
  if (expected.kind !== 'value') return { prefix: '', property: undefined }
  return {
    prefix: quoted ? typed.replace(/%.*$/, '') : '',
    property: expected.field.field === 'property' ? expected.name : undefined,
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

function offered({ expected, quoted }: Place, names: QueryNames): readonly Completion[] {
  if (quoted && expected.kind !== 'value' && expected.kind !== 'argument') return []
  switch (expected.kind) {
    case 'operand':
      return [...fieldsOf(names), ...wordsOf(expected.afterArrow)]
    case 'operator':
      return operatorsOf(expected.field)
    case 'null':
      return texts(expected.denied ? ['NULL'] : ['NULL', 'NOT NULL'], 'absent or not')
    case 'word':
      return texts([expected.text], 'list of values')
    case 'value':
      return valuesOf(expected, names)
    case 'listEnd':
      return texts([',', ')'], 'list of values')
    case 'argument':
      return argumentsOf(expected.called, names)
    case 'connective':
      return texts(['AND', 'OR', ...(expected.open > 0 ? [')'] : [])], 'and then')
    case 'nothing':
      return []
  }
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

function wordsOf(afterArrow: boolean): readonly Completion[] {
  return [
    ...(afterArrow ? [] : texts(['NOT'], 'all others')),
    ...CONDITION_FUNCTIONS.map((name) => ({ text: `${name}(`, detail: 'function' })),
    ...texts(['('], 'group'),
  ]
}

function operatorsOf({ field, operators }: FieldDefinition): readonly Completion[] {
  const basic = [...texts(['='], 'equals'), ...texts(['~'], 'like, % for anything')]
  if (operators === 'basic') return basic
  const follow = field === 'from' || field === 'to' ? texts(['->'], 'for which the following holds') : []
  const was = field === 'baseline' ? texts(['WAS'], 'was in this baseline') : []
  return [
    ...basic,
    ...follow,
    ...texts(['!='], 'differs'),
    ...texts(['IN (', 'NOT IN ('], 'list of values'),
    ...texts(['IS NULL', 'IS NOT NULL'], 'absent or not'),
    ...was,
    ...texts(['<', '<=', '>', '>='], 'compares'),
  ]
}

function valuesOf(
  { field, name, exact }: Expected & { kind: 'value' },
  names: QueryNames,
): readonly Completion[] {
  const quoted = (list: readonly string[]) =>
    list.map((text) => ({ text: quoteText(text), detail: field.noun }))
  switch (field.field) {
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
      return [...quoted(names.baselines), ...(exact ? [LATEST] : [])]
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

function argumentsOf(called: string, names: QueryNames): readonly Completion[] {
  if (called !== 'isModified') return []
  return names.baselines.map((text) => ({ text: quoteText(text), detail: 'baseline' }))
}
