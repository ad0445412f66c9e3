// What the built files import, read from their text.

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

// `… from 'x'` at the end of a line, a bare `import 'x'`, and `import('x')`: as bundler and compiler write them.
const forms = [
  /(?:^|[\s}*])from\s*["']([@.\w/:-]+)["'];?$/gm,
  /^import\s*["']([@.\w/:-]+)["'];?$/gm,
  /\bimport\(\s*["']([@.\w/:-]+)["']\s*\)/g,
]

/** The module specifiers of one file. Comments are left out: in them stand examples. */
export function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return forms.flatMap((form) => [...code.matchAll(form)].map(([, specifier = '']) => specifier))
}

/** The built modules that one of them loads, at once or later, itself included. */
export function modulesReachedFrom(entry: string): string[] {
  const reached = new Set([entry])
  for (const file of reached) {
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) reached.add(resolve(dirname(file), specifier))
    }
  }
  return [...reached]
}
