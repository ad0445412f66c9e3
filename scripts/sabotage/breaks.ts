/** The small breaks that a function offers: each replaces a piece of its text, and looks like a slip of its author. */
import { isNode, nodesIn, type SourceFunction, type SyntaxNode } from './syntax.ts'

export interface Break {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Finder = (found: {
  readonly node: SyntaxNode
  readonly parent: SyntaxNode
  readonly textOf: (node: SyntaxNode) => string
}) => string | undefined

const COMPARISONS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])
const METHODS = new Map([
  ['every', 'some'],
  ['some', 'every'],
])
const LISTING = new Set(['map', 'flatMap', 'filter', 'toSorted'])
const CONDITIONAL = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement'])

/** The text that takes the place of a node, by kind of break; undefined where the kind does not fit. */
const FINDERS: Readonly<Record<string, Finder>> = {
  'negated condition': ({ node, parent, textOf }) =>
    CONDITIONAL.has(parent.type) && parent['test'] === node ? `!(${textOf(node)})` : undefined,
  'and for or': ({ node, textOf }) => {
    const { left, right, operator } = node
    if (node.type !== 'LogicalExpression' || operator === '??' || !isNode(left) || !isNode(right))
      return undefined
    return `((${textOf(left)}) ${operator === '&&' ? '||' : '&&'} (${textOf(right)}))`
  },
  'another bound': ({ node, textOf }) => {
    const { left, right, operator } = node
    const other = COMPARISONS.get(String(operator))
    if (node.type !== 'BinaryExpression' || other === undefined || !isNode(left) || !isNode(right))
      return undefined
    return `${textOf(left)} ${other} ${textOf(right)}`
  },
  'every for some': ({ node, parent }) =>
    parent.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true
      ? METHODS.get(String(node['name']))
      : undefined,
  'dropped statement': ({ node, parent }) => {
    if (node.type !== 'ExpressionStatement' || typeof node['directive'] === 'string') return undefined
    return parent.type === 'Program' ? undefined : ';'
  },
  'off by one': ({ node, parent }) =>
    typeof node['value'] === 'number' && Number.isInteger(node['value']) && !isKey(node, parent)
      ? String(node['value'] + 1)
      : undefined,
  'swapped arguments': ({ node, textOf }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
    const list = nodesIn(node['arguments'])
    const first = list.findIndex(
      (each, index) =>
        each.type === list[index + 1]?.type &&
        ['Identifier', 'MemberExpression', 'Literal'].includes(each.type) &&
        typeof each['value'] === typeof list[index + 1]?.['value'] &&
        textOf(each) !== textOf(list[index + 1] ?? each),
    )
    const [left, right] = [list[first], list[first + 1]]
    if (left === undefined || right === undefined) return undefined
    const text = textOf(node)
    return [
      text.slice(0, left.start - node.start),
      textOf(right),
      text.slice(left.end - node.start, right.start - node.start),
      textOf(left),
      text.slice(right.end - node.start),
    ].join('')
  },
  'empty list': ({ node, parent }) => {
    if (node.type === 'ArrayExpression' && nodesIn(node['elements']).length > 0) return '[]'
    const returned = parent.type === 'ReturnStatement' || parent.type === 'ArrowFunctionExpression'
    const { callee } = node
    if (!returned || node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property']))
      return undefined
    return LISTING.has(String(callee['property']['name'])) ? '[]' : undefined
  },
  'removed await': ({ node, textOf }) =>
    node.type === 'AwaitExpression' && isNode(node['argument']) ? `(${textOf(node['argument'])})` : undefined,
  'removed freeze': ({ node, textOf }) => {
    const [argument] = nodesIn(node['arguments'])
    if (node.type !== 'CallExpression' || !isNode(node['callee']) || argument === undefined) return undefined
    return textOf(node['callee']) === 'Object.freeze' ? `(${textOf(argument)})` : undefined
  },
  // A string with a space is the wording of a message.
  'changed string': ({ node, parent, textOf }) => {
    const text = textOf(node)
    const isPlain = node.type === 'Literal' && typeof node['value'] === 'string' && /^.[^\s\\]+.$/.test(text)
    if (!isPlain || isKey(node, parent) || /^(?:Import|Export|JSX)/.test(parent.type)) return undefined
    return `${text.slice(0, -1)}x${text.at(-1)}`
  },
}

/** The breaks of a function in the order of its text, by kind. `text` is the whole file. */
export function breaksOf(source: SourceFunction, text: string): Map<string, Break[]> {
  const textOf = ({ start, end }: SyntaxNode): string => text.slice(start, end)
  const found = new Map<string, Break[]>()
  for (const [kind, finder] of Object.entries(FINDERS)) {
    const breaks = source.nodes.flatMap(([each, parent]) => {
      const replacement = finder({ node: each, parent, textOf })
      return replacement === undefined ? [] : [{ kind, start: each.start, end: each.end, replacement }]
    })
    if (breaks.length > 0) found.set(kind, breaks)
  }
  const returned = firstReturned(source)
  if (returned !== undefined) found.set(returned.kind, [returned])
  return found
}

export function broken(text: string, { start, end, replacement }: Break): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** The function returns its first argument instead of what it returns. */
function firstReturned({ name, node, nodes }: SourceFunction): Break | undefined {
  const [first] = nodesIn(node['params'])
  const { body } = node
  // Of a callback without a name it is seldom a slip.
  if (name === '' && node.type === 'ArrowFunctionExpression') return undefined
  if (first?.type !== 'Identifier' || !isNode(body)) return undefined
  const isBlock = body.type === 'BlockStatement'
  const returns = nodes.some(([each]) => each.type === 'ReturnStatement' && isNode(each['argument']))
  if (isBlock ? !returns : body.type === 'Identifier') return undefined
  return {
    kind: 'returned first argument',
    start: body.start,
    end: body.end,
    replacement: isBlock ? `{ return ${String(first['name'])} }` : String(first['name']),
  }
}

function isKey(node: SyntaxNode, parent: SyntaxNode): boolean {
  return parent['key'] === node && parent['computed'] !== true
}
