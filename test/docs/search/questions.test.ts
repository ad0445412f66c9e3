// What readers ask: the search, or three clicks from the first page, lead to the page that answers; and there is not too much to read.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packagedPages } from '../../../src/adapters/node/documentation.ts'
import { loadLibrary, searchLibrary } from '../../../src/docs/library.ts'
import { PAGES, readPage } from '../support/pages.ts'
import { wordsByPage, wordsIn } from '../support/word-count.ts'

const MAXIMUM_WORDS = 60_000
const RESULTS = 5
const CLICKS = 3

const library = await loadLibrary(packagedPages())
const project = resolve(import.meta.dirname, '../../..')

/** Questions in the words of readers, and the page that answers each: separated by a tab. */
const questions = readFileSync(resolve(import.meta.dirname, 'forty-questions.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [question: string, page: string])

describe('a question', () => {
  it.each(questions)('%s: the search finds %s', async (question, page) => {
    const found = (await searchLibrary(library, question)) ?? []
    expect(found.slice(0, RESULTS).map((each) => each.page)).toContain(page)
  })

  it('is one of forty', () => {
    expect(new Set(questions.map(([question]) => question)).size).toBe(40)
  })
})

describe('three clicks', () => {
  /** The pages that a page links to. */
  const linksOf = (page: string): string[] =>
    [...readPage(page).matchAll(/\]\((?!https?:)([^)#]+\.md)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((path) => existsSync(resolve(project, path)))

  it('from the README lead to every page', () => {
    let reached = new Set(['README.md'])
    for (let clicks = 0; clicks < CLICKS; clicks += 1)
      reached = new Set([...reached, ...Array.from(reached).flatMap(linksOf)])
    const sought = PAGES.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'))
    expect(sought.filter((page) => !reached.has(page))).toEqual([])
  })
})

describe('the overview', () => {
  it('has each page under one task of a reader', () => {
    const [, ...groups] = readPage('docs/README.md').split(/^\*\*.+\*\*$/m)
    const listed = groups.flatMap((group) =>
      [...group.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)].map(([, link = '']) => link),
    )
    expect(groups.length).toBeLessThanOrEqual(8)
    expect(listed.length).toBeGreaterThan(50)
    expect(listed.filter((link, index) => listed.indexOf(link) !== index)).toEqual([])
  })
})

describe('what people write', () => {
  it('is no more than 60,000 words', () => {
    const pages = [...wordsByPage()].toSorted(([, a], [, b]) => b - a)
    const sum = pages.reduce((words, [, count]) => words + count, 0)
    const longest = pages.slice(0, 10).map(([page, count]) => `${page} ${count}`)
    expect(
      sum,
      `${sum} words in ${pages.length} pages; the longest: ${longest.join(', ')}`,
    ).toBeLessThanOrEqual(MAXIMUM_WORDS)
    expect(pages.map(([page]) => page)).toEqual(expect.arrayContaining(['README.md', 'docs/vitest.md']))
    expect(pages.map(([page]) => page)).not.toContain('docs/command-line.md')
  })

  it.each([
    ['', 0],
    [' one\ntwo  three\n', 3],
    ['| a | - b |', 2],
  ])('counts what has a letter or a digit: %j', (text, words) => {
    expect(wordsIn(text)).toBe(words)
  })
})
