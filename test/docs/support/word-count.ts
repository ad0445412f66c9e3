/** How much people have written for readers: every page that git tracks, without those that commands write. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GENERATED } from '../../../scripts/reference/page-group.ts'

const project = resolve(import.meta.dirname, '../../..')

/** Reasons and changes are kept; a script each belongs to what `findings` shows; the benchmarks write their page. */
const NOT_COUNTED = /^(?:docs\/decisions\/|findings\/|CHANGELOG\.md$|docs\/benchmarks\.md$)/

/** The words of each page, those of its code included: what white space divides, if it has a letter or a digit. */
export function wordsByPage(): Map<string, number> {
  const tracked = execFileSync('git', ['ls-files', '*.md'], { cwd: project, encoding: 'utf8' })
  const pages = tracked.split('\n').filter((path) => path !== '' && !NOT_COUNTED.test(path))
  return new Map(
    pages
      .map((path): [string, string] => [path, readFileSync(resolve(project, path), 'utf8')])
      .filter(([, text]) => !text.slice(0, 500).includes(GENERATED))
      .map(([path, text]) => [path, wordsIn(text)]),
  )
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{Nd}]/u.test(word)).length
}
