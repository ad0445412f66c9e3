// Imports within src point one way: cli → adapters, control → simulator → scenario → gateway → api → model → language → world.

import { resolveRelative, visitImports } from './imports.ts'
import { projectPath } from './rule.ts'
import type { Rule } from './rule.ts'

/** Lowest first. A file imports from its own layer and from lower ones. */
const layers = [
  'world',
  'language',
  'model',
  'api',
  'gateway',
  'scenario',
  'simulator',
  'control',
  'adapters',
  'console',
  'cli',
]

/** The files above the layers: what each may not import, and who may import it (everyone where that is not said). */
const topFiles = new Map<string, { forbidden: string[]; importers?: string[] }>([
  [
    'src/index.ts',
    { forbidden: ['cli'], importers: ['cli', 'src/adapters/vitest.ts', 'src/adapters/playwright.ts'] },
  ],
  [
    'src/simulator.ts',
    { forbidden: ['adapters', 'cli'], importers: ['control', 'adapters', 'cli', 'src/index.ts'] },
  ],
  ['src/version.ts', { forbidden: [...layers, 'src/simulator.ts'] }],
])

export const importDirection: Rule = {
  meta: { type: 'problem', docs: { description: 'imports point one way through the layers' } },
  create(context) {
    const file = projectPath(context)
    if (!file.startsWith('src/')) return {}
    return visitImports((specifier, source) => {
      const target = resolveRelative(file, specifier)
      const objection = target === undefined ? undefined : objectionTo(file, target)
      if (objection !== undefined) context.report({ node: source, message: `${specifier}: ${objection}` })
    })
  },
}

/** Why `file` may not import `target` (both from the project's root), or undefined where it may. */
function objectionTo(file: string, target: string): string | undefined {
  if (!target.startsWith('src/')) return 'src imports nothing from outside src.'
  const from = placeOf(file)
  const to = placeOf(target)
  const importers = topFiles.get(to)?.importers
  if (importers !== undefined && !importers.includes(from) && !importers.includes(file)) {
    return `${to} may be imported by ${importers.join(', ')} only.`
  }
  const forbidden = topFiles.get(from)?.forbidden
  if (forbidden !== undefined)
    return forbidden.includes(to) ? `${from} may not import from ${to}.` : undefined
  if (topFiles.has(to)) return undefined
  if (!layers.includes(to)) return `${to} is not one of the layers ${layers.toReversed().join(' → ')}.`
  return layers.indexOf(to) > layers.indexOf(from)
    ? `${from} may not import from ${to}, which is above it.`
    : undefined
}

/** The layer of a file, or the file itself where it lies above the layers. */
function placeOf(path: string): string {
  const [, layer = '', rest] = path.split('/')
  return rest === undefined ? path : layer
}
