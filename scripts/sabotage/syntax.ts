/** The syntax trees of source files: their functions, and the nodes that belong to each. */
import { parseSync } from 'vite'

export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export interface SourceFunction {
  readonly path: string
  readonly name: string
  readonly node: SyntaxNode
  /** Its nodes with their parents, without those of functions within it. */
  readonly nodes: readonly (readonly [node: SyntaxNode, parent: SyntaxNode])[]
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** What is left of these when their types are stripped. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** The functions of a file in order, nested ones after the function around them. Throws for text that cannot be parsed. */
export function functionsOf(path: string, text: string): SourceFunction[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const found: SourceFunction[] = []
  const visit = (node: SyntaxNode, parent: SyntaxNode, nodes: [SyntaxNode, SyntaxNode][]): void => {
    const isFunction = FUNCTIONS.has(node.type)
    const own: [SyntaxNode, SyntaxNode][] = isFunction ? [] : nodes
    if (isFunction) found.push({ path, name: nameOf(node, parent), node, nodes: own })
    else own.push([node, parent])
    for (const child of childrenOf(node)) visit(child, node, own)
  }
  const root = program as unknown as SyntaxNode
  visit(root, root, [])
  return found
}

/** Whether the text can still be parsed. */
export function isValid(path: string, text: string): boolean {
  return parseSync(path, text).errors.length === 0
}

/** Modules that a file imports, at any time, as they are written. */
export function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^(['"`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
      return literal?.[2] ?? []
    }),
  ]
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

export function nodesIn(value: unknown): SyntaxNode[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  if (TYPED_EXPRESSIONS.has(node.type)) return nodesIn(node['expression'])
  return Object.values(node)
    .flatMap(nodesIn)
    .filter(({ type }) => !type.startsWith('TS') || TYPED_EXPRESSIONS.has(type))
}

function nameOf(node: SyntaxNode, parent: SyntaxNode): string {
  const named = [node['id'], parent['id'], parent['key']].find(isNode)
  return typeof named?.['name'] === 'string' ? named['name'] : ''
}
