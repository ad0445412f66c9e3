// Sections of the service's description that anything cites have a place on the pages that describe the service.

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sectionLink, SERVICE_PAGE_ORDER } from '../../scripts/reference/links.ts'
import { sectionAnchor } from '../../src/docs/sections.ts'
import { serviceTexts } from '../../scripts/reference/service.ts'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { operations } from '../../src/api/operations.ts'
import { readPage } from './support/pages.ts'

const project = resolve(import.meta.dirname, '../..')

const anchors = new Set(
  SERVICE_PAGE_ORDER.flatMap((page) =>
    [...readPage(page).matchAll(/<a id="([^"]+)">/g)].map(([, anchor = '']) => anchor),
  ),
)

const NUMBER = String.raw`\d(?:\.\d+)?`
/** '§4.2', 'section 7.5', 'sections 2 and 4.1', and the property `section: '4.2'`. */
const CITATION = new RegExp(
  String.raw`(?:§ ?|\bsections? |\bsection: ')(${NUMBER}(?:(?:, | and | to )§?${NUMBER})*)\b`,
  'gi',
)

function citedIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(
    ([, numbers = '']) => numbers.match(new RegExp(NUMBER, 'g')) ?? [],
  )
}

const FILES = [
  '*.md',
  '{bench,docs,examples,fixtures,lint,scenarios,schema,scripts,src,test}/**/*.{ts,tsx,js,css,html,json,md,tsv,yaml}',
]

const cited = new Map(
  globSync(FILES, { cwd: project, exclude: ['**/node_modules/**', 'test/docs/service.test.ts'] })
    .map((path): [string, string[]] => [path, citedIn(readFileSync(resolve(project, path), 'utf8'))])
    .filter(([, sections]) => sections.length > 0),
)

it('every section that a file cites has an anchor', () => {
  const missing = [...cited].flatMap(([path, sections]) =>
    sections
      .filter((section) => !anchors.has(sectionAnchor(section)))
      .map((section) => `${path}: ${section}`),
  )
  expect(missing).toEqual([])
  expect(cited.size).toBeGreaterThan(100)
})

it('so has every section that a declaration names', () => {
  const named = [...assumptions.map(({ section }) => section), ...operations.map(({ section }) => section)]
  expect([...new Set(named)].filter((section) => !anchors.has(sectionAnchor(section)))).toEqual([])
})

it.each([
  ['as service §4.2 says', ['4.2']],
  ['service §9.3 and §9.4', ['9.3', '9.4']],
  ['Sections 2, 3 and 4.1 of the description', ['2', '3', '4.1']],
  ["section: '7.5',", ['7.5']],
  ['a section of 3 lines', []],
])('a citation is found: %s', (text, sections) => {
  expect(citedIn(text)).toEqual(sections)
})

it('a link leads to the page of the section, or of its chapter', () => {
  const from = 'docs/settings.md'
  expect(sectionLink(from, '4.2')).toBe('[4.2](service/wiki-operations.md#section-4-2)')
  expect(sectionLink(from, '5.6', '§5.6')).toBe('[§5.6](service/authentication.md#section-5-6)')
  expect(() => sectionLink(from, '12')).toThrow('no page describes section 12')
})

describe('the lists of a page', () => {
  const [entry] = assumptions
  const place = (name: string) => new Map([['docs/service/a.md', `<!-- drawn: ${name} -->\n<!-- end -->`]])

  it('name the entries and the operations of a section', () => {
    const [operation] = operations.filter(({ section }) => section === '4.2')
    const [text] = serviceTexts(place('ledger 4.2'), [{ ...entry!, section: '4.2' }], []).values()
    expect(text).toContain(`: ${entry?.id}.`)
    const [drawn] = serviceTexts(place('operations 4.2'), [], operations).values()
    expect(drawn).toContain(`\`${operation?.id}\``)
  })

  it('have a place for each entry, and each place has something to list', () => {
    expect(() => serviceTexts(new Map(), [{ ...entry!, section: '4.2' }], [])).toThrow('place for ledger 4.2')
    expect(() => serviceTexts(place('ledger 6.1'), [], [])).toThrow('there is nothing to list')
  })
})
