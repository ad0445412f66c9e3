/** Reads the function calls of a formula. */
import { nearestName } from '../../world/nearest.ts'
import { parseCriteria } from '../query/parse.ts'
import type { QueryNode } from '../query/syntax.ts'
import { relationOfToken } from '../query/parse-field.ts'
import { cut } from '../syntax-error.ts'
import type { FormulaReader } from './reader.ts'
import { problem, refer } from './reader.ts'
import type { AggregateNode, FormulaNode, NumberFunction, Path, Statistic } from './syntax.ts'

const NUMBER_FUNCTIONS: readonly NumberFunction[] = ['ABS', 'CEIL', 'FLOOR', 'ROUND', 'SQRT']
const STATISTICS: readonly Statistic[] = ['SUM', 'AVG', 'MIN', 'MAX']
const POWERS = ['POW', 'POWER']
const PLAIN_FUNCTIONS = [...NUMBER_FUNCTIONS, ...POWERS, 'IF', 'CONCAT']

/** Parses a call inside a figure or calculation, which sees one requirement. */
export function parseCalculationCall(reader: FormulaReader): FormulaNode {
  const { cursor } = reader
  const { name, start } = takeName(reader)
  const statistic = STATISTICS.find((known) => known === name)
  if (name === 'COUNT') {
    const path = parsePath(reader)
    closeCall(reader, name)
    return { kind: 'count', path, start, end: cursor.end }
  }
  if (statistic !== undefined) {
    const expression = reader.parseExpression(reader)
    const path = parseLastPath(reader, name)
    return { kind: 'statistic', statistic, expression, path, start, end: cursor.end }
  }
  if (name === 'AVGIF') {
    const expression = reader.parseExpression(reader)
    cursor.expectSymbol(',', 'and a condition')
    const condition = reader.parseExpression(reader)
    const path = parseLastPath(reader, name)
    return { kind: 'statistic', statistic: 'AVG', expression, condition, path, start, end: cursor.end }
  }
  return parsePlainCall(reader, name, start, [...PLAIN_FUNCTIONS, ...STATISTICS, 'COUNT', 'AVGIF'])
}

/** Parses a call outside the figures of an aggregation. Criteria are a query, in which a quoted text is full text. */
export function parseAggregateCall(reader: FormulaReader): FormulaNode {
  const { cursor } = reader
  const { name, start } = takeName(reader)
  const statistic = name === 'COUNT' ? name : STATISTICS.find((known) => known === name)
  if (statistic === undefined) {
    return parsePlainCall(reader, name, start, [...PLAIN_FUNCTIONS, ...STATISTICS, 'COUNT'])
  }
  reader.selecting = false
  const counted = statistic === 'COUNT' && cursor.takeSymbol('*')
  const expression = counted ? {} : { expression: reader.parseExpression(reader) }
  const criteria = cursor.takeSymbol(',') ? { criteria: parseReferring(reader) } : {}
  closeCall(reader, name)
  reader.selecting = true
  const aggregate: AggregateNode = {
    kind: 'aggregate',
    statistic,
    ...expression,
    ...criteria,
    start,
    end: cursor.end,
  }
  reader.aggregates.push(aggregate)
  return aggregate
}

/** Named fields of criteria that are neither properties nor relations. */
const NO_REFERENCE = 'rulestatus'

/** Parses criteria, and records the properties and relations that they name. */
function parseReferring(reader: FormulaReader): QueryNode {
  const { cursor } = reader
  const { taken } = cursor
  const criteria = parseCriteria(cursor)
  for (const token of cursor.takenSince(taken))
    if (token.kind === 'name' && token.qualifier.toLowerCase() !== NO_REFERENCE) refer(reader, token)
  return criteria
}

function parsePlainCall(
  reader: FormulaReader,
  name: string,
  start: number,
  known: readonly string[],
): FormulaNode {
  if (!PLAIN_FUNCTIONS.includes(name)) {
    const nearest = nearestName(name, known)
    const suggestion = nearest === undefined ? `use one of ${known.join(', ')}` : `did you mean ${nearest}?`
    problem(reader, start, `unknown function '${cut(name)}'; ${suggestion}`)
  }
  const parts = [reader.parseExpression(reader)]
  while (reader.cursor.takeSymbol(',')) parts.push(reader.parseExpression(reader))
  closeCall(reader, name)
  const { end } = reader.cursor
  const [first, second, third] = parts
  if (name === 'IF') {
    if (first !== undefined && second !== undefined && third !== undefined && parts.length === 3) {
      return { kind: 'if', condition: first, whenTrue: second, whenFalse: third, start, end }
    }
    problem(
      reader,
      start,
      `IF takes 3 arguments (a condition, a value, the other value), not ${parts.length}`,
    )
  }
  if (POWERS.includes(name)) {
    if (first !== undefined && second !== undefined && parts.length === 2)
      return { kind: 'arithmetic', first, rest: [{ operator: 'POW', operand: second }], start, end }
    problem(reader, start, `${name} takes 2 arguments (a base, an exponent), not ${parts.length}`)
  }
  const called = NUMBER_FUNCTIONS.find((candidate) => candidate === name)
  if (called !== undefined && first !== undefined) {
    if (parts.length > 1) problem(reader, start, `${name} takes 1 argument, not ${parts.length}`)
    return { kind: 'number', called, argument: first, start, end }
  }
  return { kind: 'concat', parts, start, end }
}

function parseLastPath(reader: FormulaReader, name: string): Path {
  reader.cursor.expectSymbol(',', 'and the requirements to go over, such as from@refines')
  const path = parsePath(reader)
  closeCall(reader, name)
  return path
}

/** `from@refines->to@uses`. */
function parsePath(reader: FormulaReader): Path {
  const { cursor } = reader
  const path = []
  do {
    const token = cursor.peek()
    if (token.kind !== 'word' && token.kind !== 'name') {
      cursor.failExpecting('a list of requirements, such as from@refines or from@refines->to@uses')
    }
    path.push(relationOfToken(cursor.take()))
    refer(reader, token)
  } while (cursor.takeSymbol('->') || cursor.takeSymbol('→'))
  return path
}

function takeName(reader: FormulaReader): { readonly name: string; readonly start: number } {
  const token = reader.cursor.take()
  reader.cursor.take()
  const name = token.kind === 'word' ? token.text.toUpperCase() : ''
  const isAverage = name === 'AVERAGE' && reader.cursor.grammar?.average === true
  return { name: isAverage ? 'AVG' : name, start: token.start }
}

function closeCall(reader: FormulaReader, name: string): void {
  reader.cursor.expectSymbol(')', `to end ${cut(name)}`)
}
