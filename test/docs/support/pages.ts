/** Pages as tests read them: their fenced blocks, with files, commands and what comes of them. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CodeBlock, codeBlocks } from './code-blocks.ts'

const project = resolve(import.meta.dirname, '../../..')

/** Every page of the documentation, by its path from the project's root. */
export const PAGES: readonly string[] = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: project }),
  ...globSync('examples/*/README.md', { cwd: project }),
].sort()

export function readPage(path: string): string {
  return readFileSync(resolve(project, path), 'utf8')
}

/** The blocks of a page that one language shows. */
export function blocksOf(path: string, ...languages: readonly string[]): CodeBlock[] {
  return codeBlocks(readPage(path)).filter(({ language }) => languages.includes(language))
}

/** The path that a file's first line gives, as `// src/client.ts` or `# story.yaml`. */
export function pathOf({ text }: CodeBlock): string | undefined {
  return /^(?:\/\/|#|<!--) ([\w./-]+\.[a-z]+)(?: -->)?\n/.exec(text)?.[1]
}

/**
 * The first line of what a page shows that an output does not have, in this order; undefined when it has all of them. `…`
 * stands for anything, and spaces count as one.
 */
export function missingLine(shown: string, output: string): string | undefined {
  const lines = output.split('\n').map(plain)
  let next = 0
  for (const line of shown.split('\n').map(plain)) {
    if (line === '' || line === '…') continue
    const found = lines.findIndex((each, index) => index >= next && matches(line, each))
    if (found === -1) return line
    next = found + 1
  }
  return undefined
}

function plain(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim()
}

function matches(pattern: string, line: string): boolean {
  const [first = '', ...rest] = pattern.split('…')
  if (!line.startsWith(first)) return false
  let position = first.length
  for (const [index, part] of rest.entries()) {
    const found = index === rest.length - 1 ? line.length - part.length : line.indexOf(part, position)
    if (found < position || !line.startsWith(part, found)) return false
    position = found + part.length
  }
  return position === line.length
}
