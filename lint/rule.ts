// The shapes of a lint rule, taken from the linter's own declarations, and the two questions every rule asks.

import type { RuleTester } from 'oxlint/plugins-dev'

export type Rule = Parameters<RuleTester['run']>[1]
type CreateRule = Extract<Rule, { create: unknown }>['create']
export type Context = Parameters<CreateRule>[0]
export type Visitor = ReturnType<CreateRule>

/** The linted file's path from the project's root, with forward slashes: `src/world/time/clock.ts`. */
export function projectPath(context: Context): string {
  const root = context.cwd.replaceAll('\\', '/').replace(/\/$/, '')
  const file = context.filename.replaceAll('\\', '/')
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
}

/** True where `path` is the folder or file `place`, or lies in it; `src/adapters/node` also takes `src/adapters/node.ts`. */
export function isWithin(path: string, place: string): boolean {
  return (
    path === place ||
    path.startsWith(`${place}/`) ||
    path.startsWith(`${place}.`) ||
    path.startsWith(`${place}-`)
  )
}
