// Calls back for every way a module can name another: import, export from, import() and import types.

import type { Visitor } from './rule.ts'

type VisitorNode<Key extends keyof Visitor> = Parameters<NonNullable<Visitor[Key]>>[0]
export type ImportSource = VisitorNode<'Literal'>

/** Visits each module specifier written as a plain string; computed ones have nothing to compare. */
export function visitImports(onImport: (specifier: string, source: ImportSource) => void): Visitor {
  const visit = (source: { type: string; value?: unknown } | null): void => {
    if (source !== null && typeof source.value === 'string') onImport(source.value, source as ImportSource)
  }
  return {
    ImportDeclaration: (node) => visit(node.source),
    ExportNamedDeclaration: (node) => visit(node.source),
    ExportAllDeclaration: (node) => visit(node.source),
    ImportExpression: (node) => visit(node.source),
    TSImportType: (node) => visit(node.source),
  }
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
