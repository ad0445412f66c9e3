// Imports within src point one way, from the command line down to the kernel: see the picture in CONTRIBUTING.md.

import { resolveRelative, visitImports } from './imports.ts'
import { projectPath } from './rule.ts'
import type { Rule } from './rule.ts'

/** What the package exports without an adapter. */
const FRONT = 'src/index.ts'
/** Lowest first. A file imports from its own folder and from lower ranks; folders of one rank do not import each other. */
const ranks = [
  ['world'],
  ['language'],
  ['model'],
  ['api'],
  ['gateway'],
  ['snippets'],
  ['scenario'],
  ['simulator'],
  ['control', 'platform'],
  ['mutate'],
  ['replay', 'openapi-import', 'explore', 'trace', 'docs'],
  ['draft'],
  [FRONT],
  ['adapters', 'record', 'mcp', 'bundle', 'otlp'],
  ['cli'],
]
const folders = ranks.flat()

const NOUNS = 'a noun'
const WHOLE = 'the whole'
/** The shelves of src/model, lowest first. A folder that is none of them is a noun; what lies in no folder is about all of them. */
const shelves = ['input', 'records', 'finding', 'searching', NOUNS, 'integration', WHOLE]

/** The console is a program of its own, which nothing imports. */
const CONSOLE = 'console'
const consoleMayImport = ['world', 'language', 'model', 'api', 'gateway', 'snippets', 'scenario']
/** What the console reads of a server is typed by the control API, and none of that is loaded. */
const consoleMayImportTypesOf = ['control']

/** Those of the higher ranks that may import the front door. */
const frontImporters = [
  'cli',
  'src/bundle/page.ts',
  'src/adapters/explore.ts',
  'src/adapters/shared/mutated-simulator.ts',
  'src/adapters/setup/base.ts',
  'src/adapters/vitest.ts',
  'src/adapters/playwright.ts',
  'src/adapters/vite/options.ts',
  'src/adapters/vite/scenario.ts',
  'src/adapters/vite/development-simulator.ts',
  'src/adapters/vitest/reporter.ts',
  'src/adapters/vitest/api.ts',
]
const VERSION = 'src/version.ts'

export const importDirection: Rule = {
  meta: { type: 'problem', docs: { description: 'imports point one way through the folders' } },
  create(context) {
    const file = projectPath(context)
    if (!file.startsWith('src/')) return {}
    return visitImports((specifier, source, isType) => {
      const target = resolveRelative(file, specifier)
      const objection = target === undefined ? undefined : objectionTo(file, target, isType)
      if (objection !== undefined) context.report({ node: source, message: `${specifier}: ${objection}` })
    })
  },
}

/** Why `file` may not import `target` (both from the project's root), or undefined if it may. */
function objectionTo(file: string, target: string, isType: boolean): string | undefined {
  if (!target.startsWith('src/')) return 'src imports nothing from outside src.'
  const from = folderOf(file)
  const to = folderOf(target)
  if (from === VERSION) return `${VERSION} imports nothing.`
  if (from === 'model' && to === 'model') return shelfObjection(file, target)
  if (to === VERSION || from === to) return undefined
  if (to === FRONT)
    return frontImporters.includes(from) || frontImporters.includes(file)
      ? undefined
      : `${FRONT} may be imported by ${frontImporters.join(', ')} only.`
  if (to === CONSOLE) return 'nothing imports the console.'
  if (from === CONSOLE) return objectionToConsole(to, isType)
  if (!folders.includes(to)) return `${to} is not one of the folders ${folders.toReversed().join(', ')}.`
  return rankOf(to) >= rankOf(from) ? `${from} may not import from ${to}, which is above it.` : undefined
}

function objectionToConsole(to: string, isType: boolean): string | undefined {
  if (consoleMayImport.includes(to)) return undefined
  if (!consoleMayImportTypesOf.includes(to)) return `console may not import from ${to}.`
  return isType ? undefined : `console may import types from ${to} only: write import type.`
}

function shelfObjection(file: string, target: string): string | undefined {
  const from = shelfOf(file)
  const to = shelfOf(target)
  if (shelves.indexOf(to) <= shelves.indexOf(from)) return undefined
  return `${from} of src/model may not import from ${to}, which is above.`
}

function shelfOf(path: string): string {
  const [, , folder = '', rest] = path.split('/')
  if (rest === undefined) return WHOLE
  return shelves.includes(folder) ? folder : NOUNS
}

const rankOf = (folder: string): number => ranks.findIndex((rank) => rank.includes(folder))

/** The folder of a file, or the file itself if it lies directly in src. */
function folderOf(path: string): string {
  const [, folder = '', rest] = path.split('/')
  return rest === undefined ? path : folder
}
