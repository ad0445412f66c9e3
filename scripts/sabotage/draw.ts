/** Draws one break in each of a number of functions, by a seed. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { broken, breaksOf } from './breaks.ts'
import { functionsOf, isValid, type SourceFunction } from './syntax.ts'

export interface DrawnBreak {
  readonly path: string
  readonly line: number
  /** Empty for a function without a name. */
  readonly function: string
  readonly kind: string
  /** The lines that change, without indentation. */
  readonly before: string
  readonly after: string
  /** The whole file with the break. */
  readonly text: string
}

/**
 * At most `count` breaks in functions of `root`/src, each in another one. A seed draws the same from the same source, and first those
 * that it draws with a smaller count. `only` is a folder or a file.
 */
export function drawBreaks(
  root: string,
  { seed, count, only = 'src' }: { readonly seed: number; readonly count: number; readonly only?: string },
): DrawnBreak[] {
  const within = only.replace(/\/$/, '')
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path === within || path.startsWith(`${within}/`))
    .filter((path) => !/\.(?:generated|d)\.ts$/.test(path))
    .toSorted()
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const functions = [...texts].flatMap(([path, text]) => functionsOf(path, text))
  const random = xoroshiro128plus(seed)
  const pick = (length: number): number => uniformInt(random, 0, length - 1)
  const drawn: DrawnBreak[] = []
  while (drawn.length < count && functions.length > 0) {
    const [chosen] = functions.splice(pick(functions.length), 1)
    const found = chosen && breakIn(chosen, texts.get(chosen.path) ?? '', pick)
    if (found !== undefined) drawn.push(found)
  }
  return drawn
}

function breakIn(
  chosen: SourceFunction,
  text: string,
  pick: (length: number) => number,
): DrawnBreak | undefined {
  const kinds = [...breaksOf(chosen, text).values()]
  const breaks = kinds[pick(Math.max(kinds.length, 1))] ?? []
  const change = breaks[pick(Math.max(breaks.length, 1))]
  if (change === undefined) return undefined
  const after = broken(text, change)
  if (after === text || !isValid(chosen.path, after)) return undefined
  return {
    path: chosen.path,
    line: text.slice(0, change.start).split('\n').length,
    function: chosen.name,
    kind: change.kind,
    ...changedLines(text, after),
    text: after,
  }
}

function changedLines(before: string, after: string): { readonly before: string; readonly after: string } {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const from = left.findIndex((line, index) => line !== right[index])
  let same = 0
  while (same < Math.min(left.length, right.length) - from && left.at(-1 - same) === right.at(-1 - same))
    same++
  const shown = (lines: readonly string[]): string =>
    lines
      .slice(from, lines.length - same)
      .map((line) => line.trim())
      .join(' ')
  return { before: shown(left), after: shown(right) }
}
