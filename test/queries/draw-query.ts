/** Random queries in every spelling of numbers, texts, patterns and days, and how each is written. */
import type { Draw } from '../walks/draw.ts'
import type { Part, Query, Value } from './evaluate.ts'
import { DAYS, PAGE_IDS, SPELLINGS } from './world.ts'

const FIELDS = [
  'key',
  'id',
  'text',
  'page',
  'from',
  'to',
  '@Version',
  '@Due',
  'ext@Release',
  'ext@Score',
  'ext@Start',
] as const
const OPERATORS = ['=', '=', '=', '!=', '~', '~', '<', '<=', '>', '>='] as const
const DAY_SPELLINGS = [
  '2026-03-09',
  '2026-03-10',
  '2025-12-31',
  '2026-03-09T17:30:00Z',
  '2026-03-09T23:30:00-05:00',

  '2026-03-09T10:00+01:00',
  ' 2026-03-09 ',
  '2026-3-9',
  '2026-02-30',
  '2026-13-01',
  'yesterday',
  '-7d',
  '2026',
  '',
]
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export function drawQuery(draw: Draw, depth = 0): Query {
  if (depth < 2 && draw.chance(30)) {
    const operands = () => [drawQuery(draw, depth + 1), drawQuery(draw, depth + 1)] as const
    switch (draw.below(4)) {
      case 0:
        return { kind: 'not', operand: drawQuery(draw, depth + 1) }
      case 1:
        return { kind: 'chain', relation: draw.of('from', 'to'), operand: drawQuery(draw, depth + 1) }
      case 2:
        return { kind: 'and', operands: operands() }
      default:
        return { kind: 'or', operands: operands() }
    }
  }
  if (draw.chance(8)) return { kind: 'search', parts: drawParts(draw) }
  const field = draw.of(...FIELDS)
  if (field === 'page') {
    const operator = draw.of('=', '=', '~')
    return { kind: 'compare', field, operator, value: drawValue(draw, field, operator) }
  }
  if (draw.chance(5)) return { kind: 'null', field, negated: draw.chance(50) }
  if (draw.chance(20)) {
    const values = Array.from({ length: 1 + draw.below(3) }, () => drawValue(draw, field, '='))
    return { kind: 'list', field, negated: draw.chance(40), values }
  }
  const operator = draw.of(...OPERATORS)
  return { kind: 'compare', field, operator, value: drawValue(draw, field, operator) }
}

function drawValue(draw: Draw, field: string, operator: string): Value {
  if (draw.chance(3)) return { kind: 'truth', truth: draw.chance(50) }
  if (operator === '~' && draw.chance(75)) return { kind: 'pattern', parts: drawParts(draw) }
  if (operator !== '~' && DAYS.has(field) && draw.chance(85))
    return { kind: 'text', text: draw.of(...days()) }
  if (draw.chance(50) || operator === '~') return { kind: 'number', spelling: drawNumber(draw, field) }
  return { kind: 'text', text: draw.of(...texts()) }
}

const days = () => DAY_SPELLINGS as [string, ...string[]]
const texts = () => SPELLINGS as [string, ...string[]]

function drawNumber(draw: Draw, field: string): string {
  const known = SPELLINGS.filter((spelling) => NUMBER.test(spelling))
  if (field === 'page' && draw.chance(40)) return respelled(draw, String(draw.pick(PAGE_IDS)))
  if (draw.chance(60)) return draw.pick(known) ?? '0'
  return respelled(draw, draw.of('7', '1.1', '1000', '0', '0.5', '10', '9007199254740991'))
}

/** The same number in other digits. */
function respelled(draw: Draw, number: string): string {
  const sign = draw.chance(15) ? '-' : ''
  const zeros = '0'.repeat(draw.chance(40) ? draw.below(3) : 0)
  const behind = draw.chance(30) ? `${number.includes('.') ? '' : '.'}${'0'.repeat(1 + draw.below(2))}` : ''
  const exponent = draw.chance(20) ? draw.of('e0', 'E+0', 'e-0', 'e1', 'e-1') : ''
  return `${sign}${zeros}${number}${behind}${exponent}`
}

const PIECES = [
  '50',
  '%',
  '\\',
  '1',
  'a',
  'C:',
  '100',
  'it',
  "'",
  '"',
  'Σ',
  '2026',
  '-',
  '.',
  '0',
  'charge',
  '\\%',
]

function drawParts(draw: Draw): Part[] {
  const parts: Part[] = []
  const count = 1 + draw.below(3)
  if (draw.chance(60)) parts.push('%')
  for (let made = 0; made < count; made++) {
    parts.push({ text: draw.chance(25) ? draw.of(...texts()) : (draw.pick(PIECES) ?? '') })
    if (draw.chance(55)) parts.push('%')
  }
  return parts
}

/** The query in the query language. `draw` chooses between spellings that mean the same. */
export function writeQuery(query: Query, draw: Draw): string {
  switch (query.kind) {
    case 'and':
    case 'or': {
      const [a, b] = query.operands.map((operand) => writeQuery(operand, draw))
      return `(${a}) ${query.kind.toUpperCase()} (${b})`
    }
    case 'not':
      return `NOT (${writeQuery(query.operand, draw)})`
    case 'chain':
      return `${query.relation} ${draw.of('->', '→')} (${writeQuery(query.operand, draw)})`
    case 'search':
      return writePattern(query.parts, draw)
    case 'null':
      return `${query.field} IS ${query.negated ? 'NOT ' : ''}NULL`
    case 'list':
      return `${query.field} ${query.negated ? 'NOT IN' : 'IN'} (${query.values.map((value) => writeValue(value, draw)).join(', ')})`
    case 'compare':
      return `${query.field} ${writeOperator(query.operator, draw)} ${writeValue(query.value, draw)}`
  }
}

function writeOperator(operator: string, draw: Draw): string {
  if (operator === '=') return draw.of('=', '==')
  if (operator === '~') return draw.of('~', 'LIKE', 'ILIKE')
  return operator
}

function writeValue(value: Value, draw: Draw): string {
  switch (value.kind) {
    case 'number':
      return value.spelling
    case 'truth':
      return String(value.truth)
    case 'text':
      return quote(value.text.replaceAll('\\', '\\\\'), draw)
    case 'pattern':
      return writePattern(value.parts, draw)
  }
}

function writePattern(parts: readonly Part[], draw: Draw): string {
  const written = parts.map((part) => {
    if (part === '%') return '%'
    return part.text.replaceAll('\\', '\\\\').replaceAll('%', '\\%')
  })
  return quote(written.join(''), draw)
}

/** `escaped` has its backslashes doubled already. */
function quote(escaped: string, draw: Draw): string {
  const mark = draw.of("'", '"')
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`
}
