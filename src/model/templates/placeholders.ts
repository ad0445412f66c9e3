/** Reads templates: text with placeholders in double braces. A backslash before the braces makes them text. */
import type { Grammar } from '../../language/grammar.ts'
import { parseFormula } from '../../language/formula/parse.ts'
import type { Formula, FormulaError } from '../../language/formula/syntax.ts'
import type { TemplateType } from '../records/wiki/templates.ts'

export const MAXIMUM_CONTENT = 20_000
const MAXIMUM_PLACEHOLDERS = 100
/** At most this many errors are listed, by position. */
const MAXIMUM_ERRORS = 100

/** Fields of a requirement that a placeholder may name besides formulas. */
const TEMPLATE_FIELDS = ['id', 'key', 'text', 'status', 'space'] as const
export type TemplateField = (typeof TEMPLATE_FIELDS)[number]

/** The position of a placeholder with its braces, and its source between them. */
export interface PlaceholderPlace {
  readonly position: number
  readonly length: number
  readonly source: string
  readonly begins: number
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | (PlaceholderPlace & { readonly kind: 'field'; readonly field: TemplateField })
  | (PlaceholderPlace & { readonly kind: 'formula'; readonly formula: Formula })

export interface ParsedTemplate {
  /** In the order of the content; complete only without errors. */
  readonly parts: readonly TemplatePart[]
  readonly errors: readonly TemplateError[]
}

export interface TemplateError extends FormulaError {
  readonly variable: string
}

/** Reads a template, in time linear in its length; never throws. */
export function parseTemplate(content: string, type: TemplateType, grammar?: Grammar): ParsedTemplate {
  const parts: TemplatePart[] = []
  const errors: TemplateError[] = []
  const report = (message: string, at: number, end: number) =>
    errors.push({ position: at, message, variable: content.slice(at + 2, end) })
  let placeholders = 0
  let position = 0
  while (position < content.length) {
    const { text, next } = readText(content, position)
    if (text !== '') parts.push({ kind: 'text', text })
    if (next >= content.length) break
    const end = endOfPlaceholder(content, next + 2)
    if (end === undefined) {
      report('this placeholder does not end: close it with }}', next, content.length)
      break
    }
    placeholders++
    if (placeholders > MAXIMUM_PLACEHOLDERS) {
      report(`a template has at most ${MAXIMUM_PLACEHOLDERS} placeholders`, next, end)
      break
    }
    const read = readPlaceholder(content, next, end, { type, grammar })
    if ('errors' in read)
      errors.push(...read.errors.map((error) => ({ ...error, variable: content.slice(next + 2, end) })))
    else parts.push(read)
    position = end + 2
  }
  return { parts, errors: errors.slice(0, MAXIMUM_ERRORS) }
}

/** Reads up to the next placeholder; drops the backslashes before braces. */
function readText(content: string, from: number): { readonly text: string; readonly next: number } {
  const pieces: string[] = []
  let begin = from
  for (;;) {
    const braces = content.indexOf('{{', begin)
    if (braces === -1) return { text: pieces.join('') + content.slice(begin), next: content.length }
    if (content[braces - 1] !== '\\')
      return { text: pieces.join('') + content.slice(begin, braces), next: braces }
    pieces.push(content.slice(begin, braces - 1), '{{')
    begin = braces + 2
  }
}

/** The position of the first closing braces that are not in quotes. */
function endOfPlaceholder(content: string, from: number): number | undefined {
  let quote: string | undefined
  for (let position = from; position < content.length; position++) {
    const character = content[position] as string
    if (character === '\\') position++
    else if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === "'" || character === '"') quote = character
    else if (character === '}' && content[position + 1] === '}') return position
  }
  return undefined
}

function readPlaceholder(
  content: string,
  position: number,
  end: number,
  { type, grammar }: { readonly type: TemplateType; readonly grammar: Grammar | undefined },
): TemplatePart | { readonly errors: readonly FormulaError[] } {
  const begins = position + 2
  const source = content.slice(begins, end)
  const place = { position, length: end + 2 - position, source, begins }
  const word = source.trim().toLowerCase()
  const field = TEMPLATE_FIELDS.find((candidate) => candidate === word)
  if (field !== undefined && type === 'CALCULATION') return { ...place, kind: 'field', field }
  if (field !== undefined) {
    const message = `${field} belongs to one requirement: an AGGREGATION has figures only, such as COUNT(*)`
    return { errors: [{ position: begins, message }] }
  }
  const parsed = parseFormula(source, type === 'CALCULATION' ? 'calculation' : 'aggregation', grammar)
  if (parsed.ok) return { ...place, kind: 'formula', formula: parsed.formula }
  return { errors: parsed.errors.map((error) => ({ ...error, position: error.position + begins })) }
}
