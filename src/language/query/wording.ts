/** The words of explanations: clauses, texts and lists, and what each field of a query is called. */
import { splitPattern } from '../like.ts'
import { cut } from '../syntax-error.ts'
import { fieldDefinition, type FieldName } from './fields.ts'
import { printBaseline } from './print.ts'
import type { FieldReference, RecordName, ScopedValue } from './syntax.ts'

/** Several requirements, or one at the end of a chain. */
export type Subject = 'many' | 'one'

export interface Clause {
  readonly text: string
  /**
   * `plain`: no following text can be read as part of it. `open`: it ends with words about another thing, which a
   * following 'and whose …' would seem to continue. `compound`: it has parts joined by 'and', 'or' or 'but'.
   */
  readonly shape: 'plain' | 'open' | 'compound'
}

/** A field that is a thing of its own: `defined on the page 'Power'`, `with a child whose key begins with 'REQ-'`. */
export interface ThingWording {
  readonly thing: string
  /** The words before it: `with`, `defined on`. */
  readonly lead: string
  /** The words that deny it. */
  readonly without: string
  /** The attribute that is compared with a text; numbers compare with `id`, or with `number` of a baseline. */
  readonly attribute: string
  readonly numberAttribute?: string
  /** The word between the thing and a text that is not its usual name. */
  readonly named?: string
}

const PAGE = { thing: 'page', attribute: 'title', numberAttribute: 'id' } as const
const WITH = { lead: 'with', without: 'without', attribute: 'key' } as const
const PROJECT = {
  thing: 'project',
  lead: 'with a linked issue of',
  without: 'without a linked issue of',
} as const
const TYPE = { thing: 'type', lead: 'of', without: 'not of', attribute: 'name' } as const

/** All other fields are attributes of the requirement: `whose key is …`. */
const THINGS: Partial<Readonly<Record<FieldName, ThingWording>>> = {
  page: { ...PAGE, lead: 'defined on', without: 'not defined on' },
  pageHistory: { ...PAGE, lead: 'now or once defined on', without: 'never defined on' },
  links: {
    ...PAGE,
    lead: 'defined on or linked from',
    without: 'neither defined on nor linked from',
  },
  link: { ...PAGE, lead: 'linked from', without: 'not linked from' },
  from: { ...WITH, thing: 'child' },
  to: { ...WITH, thing: 'parent' },
  jira: { ...WITH, thing: 'linked issue' },
  project: { ...PROJECT, attribute: 'key' },
  project_name: { ...PROJECT, attribute: 'name', named: 'named' },
  variant: {
    thing: 'variant',
    lead: 'in',
    without: 'not in',
    attribute: 'name',
    numberAttribute: 'id',
  },
  baseline: {
    thing: 'baseline',
    lead: 'in',
    without: 'not in',
    attribute: 'name',
    numberAttribute: 'number',
  },
  type: { ...TYPE, numberAttribute: 'id' },
  'type.id': { ...TYPE, attribute: 'id', named: 'with the id' },
  'type.name': { ...TYPE, named: 'named' },
  container: {
    thing: 'container',
    lead: 'in',
    without: 'not in',
    attribute: 'name',
    numberAttribute: 'id',
  },
  new_container: {
    thing: 'container',
    lead: 'moved to',
    without: 'not moved to',
    attribute: 'name',
    numberAttribute: 'id',
  },
  test_case: { ...WITH, thing: 'test case' },
  excel: {
    thing: 'Excel attachment',
    lead: 'imported from',
    without: 'not imported from',
    attribute: 'file name',
    numberAttribute: 'id',
  },
}

export function wordingOf({ field }: FieldReference): ThingWording | undefined {
  return THINGS[field]
}

/** `property 'Category'` */
export function nounOf(reference: FieldReference): string {
  const { noun } = fieldDefinition(reference.field)
  if (reference.name === undefined) return noun
  const name = `'${cut(reference.name)}'`
  return reference.field === 'ruleStatus' ? `status of the rule ${name}` : `${noun} ${name}`
}

/** The words for a relationship, which follow the thing. */
export function relationshipOf(name: string | undefined): string {
  return name === undefined ? '' : ` by the relationship '${cut(name)}'`
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

export function explainBaseline(baseline: RecordName | ScopedValue): string {
  if (typeof baseline === 'string') return explainText(baseline)
  if ('number' in baseline) return cut(printBaseline(baseline))
  return `${explainBaseline(baseline.name)} of space ${explainText(baseline.space)}`
}

/** Long texts are cut. */
export function explainText(text: string): string {
  return `'${cut(text)}'`
}

/** A pattern without wildcards is shown as the text that it matches. */
export function explainPattern(pattern: string): string {
  const [text = '', ...others] = splitPattern(pattern)
  return explainText(others.length === 0 ? text : pattern)
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(items: readonly string[], conjunction: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`
}

export function plain(text: string): Clause {
  return { text, shape: 'plain' }
}
