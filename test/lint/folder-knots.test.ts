// Folders that import each other, directly or in a round, are one room: whoever opens one has to read the others. This lists
// those that are left, at every level of src.

import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const project = resolve(import.meta.dirname, '../..')

test('folders of one folder import each other nowhere but where this is listed', () => {
  expect(Object.fromEntries(knots(importsOf('src')))).toEqual({})
})

interface Import {
  readonly from: string
  readonly to: string
}

function importsOf(top: string): Import[] {
  return globSync(`${top}/**/*.{ts,tsx}`, { cwd: project }).flatMap((from) => {
    const text = readFileSync(resolve(project, from), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    return Array.from(text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g), ([, specifier = '']) => ({
      from,
      to: resolve('/', dirname(from), specifier).slice(1),
    }))
  })
}

/** By folder: its folders that reach each other. */
function knots(imports: readonly Import[]): [folder: string, knots: string[]][] {
  const arrows = new Map<string, Map<string, Set<string>>>()
  for (const { from, to } of imports) {
    const [folder, below, other] = parting(from, to)
    if (below === undefined || other === undefined) continue
    const inside = arrows.get(folder) ?? new Map<string, Set<string>>()
    arrows.set(folder, inside.set(below, (inside.get(below) ?? new Set()).add(other)))
  }
  return [...arrows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, inside]) => {
      const reached = new Map([...inside.keys()].map((name) => [name, reach(inside, name)]))
      const found = [...reached].map(([name, others]) =>
        [...others].filter((other) => reached.get(other)?.has(name)).toSorted(),
      )
      const tied = new Set(found.filter(({ length }) => length > 1).map((names) => names.join(' ')))
      return tied.size === 0 ? [] : [[folder, [...tied].toSorted()]]
    })
}

function reach(arrows: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const reached = new Set<string>()
  const ahead = [start]
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    for (const next of arrows.get(name) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      ahead.push(next)
    }
  }
  return reached
}

/** The folder where two paths part, and the folder below it on each way, if both go through one. */
function parting(
  from: string,
  to: string,
): [folder: string, below: string | undefined, other: string | undefined] {
  const first = from.split('/')
  const second = to.split('/')
  let level = 0
  while (first[level] !== undefined && first[level] === second[level]) level++
  const isFolder = (path: readonly string[]) => level < path.length - 1
  return [
    first.slice(0, level).join('/'),
    isFolder(first) ? first[level] : undefined,
    isFolder(second) ? second[level] : undefined,
  ]
}
