/** Which tests run a file of the source: those that import it, directly or through other files, or name a file that does. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { importsOf } from './syntax.ts'

export interface Related {
  /** Tests of the file's own folder, and those that import the file themselves. */
  readonly near: readonly string[]
  /** The others: first those whose names have most words in common with the name of the file, then the nearest. */
  readonly far: readonly string[]
}

export type TestFinder = (path: string) => Related

const FOLDERS = 'src,test,fixtures,scripts,bench,lint,examples'
/** A file that a test or a script names, and starts as a process or bundles. */
const NAMED = /['"`/]([\w./-]+\.(?:ts|tsx|mjs))['"`]/g

/** Reads the imports of all files of a project once. Paths are relative to `root`. */
export function testFinder(root: string): TestFinder {
  const paths = globSync(`{${FOLDERS}}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: (name) => name.endsWith('node_modules'),
  }).map((path) => path.replaceAll('\\', '/'))
  const importers = new Map<string, Set<string>>()
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const target of targetsOf(path, text)) {
      if (!existsSync(join(root, target))) continue
      const known = importers.get(target) ?? new Set()
      importers.set(target, known.add(path))
    }
  }
  return (path) => {
    const distances = distancesFrom(path, importers)
    const own = ownFolder(root, path)
    const tests = [...distances].filter(([test]) => test.startsWith('test/') && test.endsWith('.test.ts'))
    const isNear = ([test, distance]: readonly [string, number]) => distance === 1 || test.startsWith(own)
    const words = wordsOf(path)
    const shared = (test: string): number => [...wordsOf(test)].filter((word) => words.has(word)).length
    const sorted = tests.toSorted(
      ([left, before], [right, after]) => shared(right) - shared(left) || before - after,
    )
    return {
      near: sorted.filter(isNear).map(([test]) => test),
      far: sorted.filter((each) => !isNear(each)).map(([test]) => test),
    }
  }
}

function targetsOf(path: string, text: string): string[] {
  const imported = importsOf(path, text)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(path), name))
  if (path.startsWith('src/')) return imported
  const named = [...text.matchAll(NAMED)].flatMap(([, name = '']) => [
    posix.normalize(name.replace(/^(?:\.?\.\/)+/, '')),
    posix.join(posix.dirname(path), name),
  ])
  return [...imported, ...named]
}

function distancesFrom(
  path: string,
  importers: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, number> {
  const distances = new Map([[path, 0]])
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}

/** The words of a path in the singular, as in `model`, `integration` and `link`. */
function wordsOf(path: string): Set<string> {
  const words = path.replace(/\.[\w.]+$/, '').split(/[/.-]/)
  return new Set(words.map((word) => word.replace(/s$/, '')))
}

/** The folder of tests that mirrors the folder of a file, as deep as there is one; it ends with a slash. */
function ownFolder(root: string, path: string): string {
  let folder = dirname(path).replace(/^src/, 'test')
  while (folder !== 'test' && !existsSync(join(root, folder))) folder = dirname(folder)
  return folder === 'test' ? 'test/ ' : `${folder}/`
}
