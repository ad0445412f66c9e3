/** Which small breaks a function offers, which functions are drawn, and which tests are related to a file. */
import { describe, expect, test } from 'vitest'
import { broken, breaksOf } from '../../scripts/sabotage/breaks.ts'
import { drawBreaks } from '../../scripts/sabotage/draw.ts'
import { testFinder } from '../../scripts/sabotage/related.ts'
import { functionsOf } from '../../scripts/sabotage/syntax.ts'
import { temporaryFolder } from '../support/folder.ts'

/** All breaks of the functions of a file: the whole text of each, by its kind. */
function allBreaks(text: string, path = 'a.ts'): [kind: string, after: string][] {
  return functionsOf(path, text).flatMap((each) =>
    [...breaksOf(each, text).values()]
      .flat()
      .map((change): [string, string] => [change.kind, broken(text, change)]),
  )
}

describe('a break', () => {
  test.each<[kind: string, before: string, after: string]>([
    ['negated condition', 'function f() { if (a) b }', 'function f() { if (!(a)) b }'],
    ['negated condition', 'const f = () => (a ? b : c)', 'const f = () => (!(a) ? b : c)'],
    ['and for or', 'const f = () => a && b', 'const f = () => ((a) || (b))'],
    ['another bound', 'const f = () => a >= b', 'const f = () => a > b'],
    ['another bound', 'const f = () => a < b', 'const f = () => a <= b'],
    ['every for some', 'const f = () => a.every(b)', 'const f = () => a.some(b)'],
    ['dropped statement', 'function f() { a(); b() }', 'function f() { ; b() }'],
    ['off by one', 'const f = () => a + 1', 'const f = () => a + 2'],
    ['swapped arguments', 'const f = () => a(b, c, 1)', 'const f = () => a(c, b, 1)'],
    ['swapped arguments', "const f = () => a(b, 'c', 'd')", "const f = () => a(b, 'd', 'c')"],
    ['empty list', 'const f = () => [a, b]', 'const f = () => []'],
    ['empty list', 'const f = () => a.map(b)', 'const f = () => []'],
    ['removed await', 'async function f() { return await a }', 'async function f() { return (a) }'],
    ['removed freeze', 'const f = () => Object.freeze(a)', 'const f = () => (a)'],
    ['changed string', "const f = () => 'a-b'", "const f = () => 'a-bx'"],
    ['returned first argument', 'function f(a: A): B { return b(a) }', 'function f(a: A): B { return a }'],
    ['returned first argument', 'const f = (a: A) => b(a)', 'const f = (a: A) => a'],
  ])('is a %s: %s', (kind, before, after) => {
    expect(allBreaks(before)).toContainEqual([kind, after])
  })

  test.each([
    ['types', "function f(): 'one' | 2 { type A = Record<'a', 1>; }"],
    ['names of fields', "const f = () => ({ 'a-b': c, 1: d })"],
    ['the wording of messages', "const f = () => 'two words'"],
    ['what runs while a module loads', "const a = [1, 'two']; a.push(b >= c)"],
    ['arguments of different kinds', "const f = () => a(b, 'two words')"],
    ['a callback without a name', 'a.map((b) => c(b))'],
    ['a function that returns its argument', 'const f = (a: A) => a'],
  ])('is not one of %s', (_what, text) => {
    expect(allBreaks(text)).toEqual([])
  })

  test('belongs to the innermost function', () => {
    const text = 'function f() { return a.map(function g(b) { return b + 1 }) }'
    const [outer, inner] = functionsOf('a.ts', text).map((each) => [
      each.name,
      [...breaksOf(each, text).keys()],
    ])
    expect(outer).toEqual(['f', ['empty list']])
    expect(inner).toEqual(['g', ['off by one', 'returned first argument']])
  })
})

describe('a project', () => {
  const folder = temporaryFolder()
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`)
  folder.write('src/one/a.ts', names.map((name) => `export const ${name} = () => b >= 1 && c`).join('\n'))
  folder.write('src/two.ts', "export { f0 } from './one/a.ts'\nexport const g = (a: A) => b(a)")
  folder.write('src/two.generated.ts', 'export const h = (a: A) => b(a)')
  folder.write('test/one/own.test.ts', "import { f0 } from '../../src/two.ts'")
  folder.write('test/direct.test.ts', "import { f0 } from '../src/one/a.ts'")
  folder.write('test/far.test.ts', "const { g } = await import('../src/two.ts')")
  folder.write('test/two-a.test.ts', "import '../src/two.ts'")
  folder.write('test/process.test.ts', "run(['src/two.ts', '--flag'])")
  folder.write('test/other.test.ts', "import { h } from '../src/two.generated.ts'")

  const placesOf = (parameters: Parameters<typeof drawBreaks>[1]) =>
    drawBreaks(folder.path, parameters).map(({ path, line, kind }) => `${path}:${line} ${kind}`)

  test('has the same breaks drawn for a seed, each in another function', () => {
    const drawn = placesOf({ seed: 7, count: 13 })
    expect(placesOf({ seed: 7, count: 13 })).toEqual(drawn)
    expect(placesOf({ seed: 7, count: 5 })).toEqual(drawn.slice(0, 5))
    expect(placesOf({ seed: 8, count: 13 })).not.toEqual(drawn)
    expect(new Set(drawn.map((place) => place.split(' ')[0])).size).toBe(13)
    expect(placesOf({ seed: 7, count: 99 })).toEqual(drawn)
  })

  test('has breaks drawn in one folder or file', () => {
    expect(placesOf({ seed: 7, count: 99, only: 'src/one' })).toHaveLength(12)
    expect(placesOf({ seed: 7, count: 99, only: 'src/two.ts' })).toEqual([
      'src/two.ts:2 returned first argument',
    ])
    expect(placesOf({ seed: 7, count: 99, only: 'src/on' })).toEqual([])
  })

  test('shows what a break changes', () => {
    const [drawn] = drawBreaks(folder.path, { seed: 1, count: 1, only: 'src/two.ts' })
    expect(drawn).toMatchObject({
      function: 'g',
      before: 'export const g = (a: A) => b(a)',
      after: 'export const g = (a: A) => a',
      text: "export { f0 } from './one/a.ts'\nexport const g = (a: A) => a",
    })
  })

  test('has tests near a file, and others that depend on it', () => {
    const { near, far } = testFinder(folder.path)('src/one/a.ts')
    expect(near).toEqual(['test/one/own.test.ts', 'test/direct.test.ts'])
    expect(far).toEqual(['test/two-a.test.ts', 'test/far.test.ts', 'test/process.test.ts'])
  })
})
