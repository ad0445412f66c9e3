/** Reads a formula into its syntax tree (service §4.1 calculations and aggregations, §4.4 accumulators). */
import { TokenCursor } from '../cursor.ts'
import type { Grammar } from '../grammar.ts'
import { nearestName } from '../../world/nearest.ts'
import { LanguageSyntaxError, cut } from '../syntax-error.ts'
import { safeNumber } from '../tokens.ts'
import type { Token } from '../tokens.ts'
import { parseAggregateCall, parseCalculationCall } from './parse-call.ts'
import type { FormulaReader } from './reader.ts'
import { problem, refer } from './reader.ts'
import type {
  ArithmeticStep,
  Formula,
  FormulaComparison,
  FormulaError,
  FormulaLanguage,
  FormulaNode,
} from './syntax.ts'

/** A formula, or all errors of its text, by position. */
export type ParsedFormula =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly errors: readonly FormulaError[] }

/** Never throws. Comparisons bind least, then `+ -`, then `* / %`, then signs. */
export function parseFormula(text: string, language: FormulaLanguage, grammar?: Grammar): ParsedFormula {
  const errors: FormulaError[] = []
  try {
    const reader: FormulaReader = {
      cursor: new TokenCursor(text, 'formula', grammar),
      language,
      selecting: language === 'aggregation',
      aggregates: [],
      references: new Set(),
      errors,
      parseExpression,
    }
    const expression = parseExpression(reader)
    if (reader.cursor.peek().kind !== 'end')
      reader.cursor.failExpecting('an operator or the end of the formula')
    if (language === 'aggregation' && reader.aggregates.length === 0) {
      problem(reader, 0, 'an aggregation needs a figure over the selection: COUNT, SUM, MIN, MAX or AVG')
    }
    if (errors.length === 0) {
      const { aggregates } = reader
      return {
        ok: true,
        formula: { language, expression, aggregates, references: [...reader.references] },
      }
    }
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    errors.push({ position: error.position, message: error.detail })
  }
  return { ok: false, errors: errors.toSorted((a, b) => a.position - b.position).slice(0, MAXIMUM_ERRORS) }
}

/** At most this many errors are listed, by position. */
const MAXIMUM_ERRORS = 100

const COMPARISONS: ReadonlyMap<string, FormulaComparison> = new Map([
  ['=', '='],
  ['==', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])

function parseExpression(reader: FormulaReader): FormulaNode {
  const { cursor } = reader
  return cursor.nested(() => {
    const left = parseSum(reader)
    const token = cursor.peek()
    const operator = token.kind === 'symbol' ? COMPARISONS.get(token.text) : undefined
    if (operator === undefined) return left
    cursor.take()
    const right = parseSum(reader)
    return { kind: 'comparison', operator, left, right, start: left.start, end: right.end }
  })
}

function parseSum(reader: FormulaReader): FormulaNode {
  return parseArithmetic(reader, ['+', '-'], parseProduct)
}

function parseProduct(reader: FormulaReader): FormulaNode {
  return parseArithmetic(reader, ['*', '/', '%'], parseSigned)
}

function parseArithmetic(
  reader: FormulaReader,
  operators: readonly ArithmeticStep['operator'][],
  parseOperand: (reader: FormulaReader) => FormulaNode,
): FormulaNode {
  const first = parseOperand(reader)
  const rest: ArithmeticStep[] = []
  for (;;) {
    const operator = operators.find((symbol) => reader.cursor.takeSymbol(symbol))
    if (operator === undefined) break
    rest.push({ operator, operand: parseOperand(reader) })
  }
  if (rest.length === 0) return first
  return { kind: 'arithmetic', first, rest, start: first.start, end: reader.cursor.end }
}

function parseSigned(reader: FormulaReader): FormulaNode {
  const { cursor } = reader
  const { start } = cursor.peek()
  if (cursor.takeSymbol('-')) {
    const operand = cursor.nested(() => parseSigned(reader))
    return { kind: 'negation', operand, start, end: operand.end }
  }
  if (cursor.takeSymbol('+')) return cursor.nested(() => parseSigned(reader))
  return parsePrimary(reader)
}

function parsePrimary(reader: FormulaReader): FormulaNode {
  const { cursor } = reader
  if (cursor.takeSymbol('(')) {
    const inner = parseExpression(reader)
    cursor.expectSymbol(')', 'or a further operator')
    return inner
  }
  const token = cursor.peek()
  const { start, end } = token
  switch (token.kind) {
    case 'number':
      cursor.take()
      return { kind: 'literal', value: safeNumber(token.text, start), start, end }
    case 'string':
      cursor.take()
      return { kind: 'literal', value: token.text, start, end }
    case 'name':
      return parseOperand(reader, token)
    case 'word':
      return cursor.atSymbol('(', 1) ? parseCall(reader) : parseWord(reader, token.text)
    default:
      return cursor.failExpecting("a number, a text in quotes, an operand such as @Name, a function or '('")
  }
}

function parseCall(reader: FormulaReader): FormulaNode {
  return reader.selecting ? parseAggregateCall(reader) : parseCalculationCall(reader)
}

function parseOperand(reader: FormulaReader, token: Token & { kind: 'name' }): FormulaNode {
  const { start, end, name } = token
  const qualifier = token.qualifier.toLowerCase()
  const operand = { external: qualifier === 'ext', name }
  reader.cursor.take()
  if (qualifier !== '' && qualifier !== 'ext') {
    problem(
      reader,
      start,
      `'${cut(token.qualifier)}@${cut(name)}' is no value; operands are @Name and ext@Name`,
    )
  } else if (reader.selecting) {
    problem(
      reader,
      start,
      `'${cut(token.qualifier)}@${cut(name)}' belongs to one requirement; put it into COUNT, SUM, MIN, MAX or AVG`,
    )
  } else {
    refer(reader, token)
  }
  return { kind: 'operand', operand, start, end }
}

function parseWord(reader: FormulaReader, word: string): FormulaNode {
  const { start, end } = reader.cursor.take()
  const literal = word.toUpperCase()
  if (literal !== 'TRUE' && literal !== 'FALSE') {
    const nearest = nearestName(word, ['TRUE', 'FALSE'])
    const suggestion =
      nearest === undefined ? `write @${cut(word)} for a property` : `did you mean ${nearest}?`
    problem(reader, start, `unknown word '${cut(word)}'; ${suggestion}`)
  }
  return { kind: 'literal', value: literal === 'TRUE', start, end }
}
