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

/** All packages that a built module reaches, by itself or through other built modules. */
export function packagesReachedFrom(entry: string): string[] {
  const packages = new Set<string>()
  const seen = new Set([entry])
  for (const file of seen) {
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) seen.add(resolve(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  return [...packages].toSorted()
}
