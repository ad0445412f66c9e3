/** Reads a query into its syntax tree (service §4.3: the search expression of `q` and `query`). */
import { TokenCursor } from '../cursor.ts'
import type { Grammar } from '../grammar.ts'
import { MAXIMUM_TERMS } from '../limits.ts'
import { LanguageSyntaxError } from '../syntax-error.ts'
import { parseCondition } from './parse-condition.ts'
import { relationOfToken } from './parse-field.ts'
import { patternOf } from './parse-value.ts'
import type { QueryNode } from './syntax.ts'

/** Blank text matches everything. NOT binds before AND, AND before OR. Throws LanguageSyntaxError. */
export function parseQuery(text: string, grammar?: Grammar): QueryNode {
  const cursor = new TokenCursor(text, 'query', grammar)
  if (cursor.peek().kind === 'end') return { kind: 'all', start: 0, end: text.length }
  const query = parseCriteria(cursor)
  if (cursor.peek().kind !== 'end')
    cursor.failExpecting(
      'AND, OR or the end of the query',
      cursor.atWord('ORDER')
        ? 'the order is a parameter of its own'
        : cursor.followsNumber()
          ? 'put a text that begins with digits in quotes'
          : undefined,
    )
  return query
}

/** Parses a query inside another language's text, up to the first token that cannot continue it. */
export function parseCriteria(cursor: TokenCursor): QueryNode {
  return parseOr({ cursor, terms: 0 })
}

interface Reader {
  readonly cursor: TokenCursor
  terms: number
}

function parseOr(reader: Reader): QueryNode {
  return parseOperands(reader, 'or', parseAnd)
}

function parseAnd(reader: Reader): QueryNode {
  return parseOperands(reader, 'and', parseNot)
}

function parseOperands(
  reader: Reader,
  kind: 'and' | 'or',
  parseOperand: (reader: Reader) => QueryNode,
): QueryNode {
  const { cursor } = reader
  const start = cursor.peek().start
  const first = parseOperand(reader)
  if (!cursor.atWord(kind.toUpperCase())) return first
  const operands: QueryNode[] = []
  addOperand(operands, kind, first)
  while (cursor.takeWord(kind.toUpperCase())) addOperand(operands, kind, parseOperand(reader))
  return { kind, operands, start, end: cursor.end }
}

/** Flattens `(a AND b) AND c` to `a AND b AND c`. */
function addOperand(operands: QueryNode[], kind: 'and' | 'or', operand: QueryNode): void {
  if (operand.kind === kind) operands.push(...operand.operands)
  else operands.push(operand)
}

function parseNot(reader: Reader): QueryNode {
  const { cursor } = reader
  const start = cursor.peek().start
  if (!cursor.takeWord('NOT')) return parsePrimary(reader)
  const operand = cursor.nested(() => parseNot(reader))
  return { kind: 'not', operand, start, end: cursor.end }
}

function parsePrimary(reader: Reader): QueryNode {
  const { cursor } = reader
  if (cursor.takeSymbol('(')) return parseGroup(reader)
  const chain = parseChain(reader)
  if (chain !== undefined) return chain
  if (++reader.terms > MAXIMUM_TERMS) {
    throw new LanguageSyntaxError(
      cursor.peek().start,
      `a query has at most ${MAXIMUM_TERMS} conditions; split it up`,
    )
  }
  return parseTerm(cursor)
}

/** Parentheses have no node of their own: the tree shows the grouping. */
function parseGroup(reader: Reader): QueryNode {
  const group = reader.cursor.nested(() => parseOr(reader))
  reader.cursor.expectSymbol(')', 'or a further AND or OR')
  return group
}

/** `relation -> operand`: one condition, one parenthesis or another chain. */
function parseChain(reader: Reader): QueryNode | undefined {
  const { cursor } = reader
  if (!cursor.atSymbol('->', 1) && !cursor.atSymbol('→', 1)) return undefined
  const start = cursor.peek().start
  const relation = relationOfToken(cursor.take())
  cursor.take()
  if (cursor.atWord('NOT')) cursor.failExpecting('one condition or a parenthesis after the arrow')
  const operand = cursor.nested(() => parsePrimary(reader))
  return { kind: 'chain', relation, operand, start, end: cursor.end }
}

const KEYWORDS = new Set(['AND', 'OR', 'IN', 'IS', 'LIKE', 'ILIKE', 'NULL', 'TRUE', 'FALSE'])

function parseTerm(cursor: TokenCursor): QueryNode {
  const token = cursor.peek()
  if (token.kind === 'string') {
    cursor.take()
    return { kind: 'fullText', text: patternOf(cursor, token), start: token.start, end: token.end }
  }
  const keyword = token.kind === 'word' && KEYWORDS.has(token.text.toUpperCase())
  if (keyword || (token.kind !== 'word' && token.kind !== 'name')) {
    cursor.failExpecting("a field such as key or @Name, a text in quotes, NOT or '('")
  }
  return parseCondition(cursor)
}
