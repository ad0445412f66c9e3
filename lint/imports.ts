// Calls back for every way a module can name another: import, export from, import() and import types.

import type { Visitor } from './rule.ts'

type VisitorNode<Key extends keyof Visitor> = Parameters<NonNullable<Visitor[Key]>>[0]
export type ImportSource = VisitorNode<'Literal'>

/** The specifier of a computed import, such as `import(name)`: it leads nowhere, so no rule allows it. */
export const COMPUTED = '(computed)'

/** Visits each module specifier. `isType` is true if nothing is loaded: `import type`, `export type` and import types. */
export function visitImports(
  onImport: (specifier: string, source: ImportSource, isType: boolean) => void,
): Visitor {
  const visit = (source: Source | null, isType = false): void => {
    if (source !== null) onImport(specifierOf(source), source as ImportSource, isType)
  }
  return {
    ImportDeclaration: (node) => visit(node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => visit(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => visit(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => visit(node.source),
    TSImportType: (node) => visit(node.source, true),
  }
}

interface Source {
  readonly type: string
  readonly value?: unknown
  readonly expressions?: readonly unknown[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[]
}

/** A string, or a template without expressions. */
function specifierOf({ value, expressions, quasis }: Source): string {
  if (typeof value === 'string') return value
  return expressions?.length === 0 ? (quasis?.[0]?.value.cooked ?? COMPUTED) : COMPUTED
}

/** Where a relative specifier leads, from the project's root; undefined for packages. */
export function resolveRelative(fromFile: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const segments = fromFile.split('/').slice(0, -1)
  for (const segment of specifier.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

/** The package of a bare specifier: `@msw/data/x` is of `@msw/data`, `node:fs` of `node:`. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  const segments = specifier.split('/')
  return segments.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}
