// Links of all pages: their files and headings exist, in the repository and in the package.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { aboutPage, llmsMap } from '../../scripts/reference/llms.ts'
import { PAGES, readPage } from './support/pages.ts'

const project = resolve(import.meta.dirname, '../..')
const withoutCode = (page: string) => readPage(page).replaceAll(/^```[\s\S]*?^```$/gm, '')

/** Where the links of a page lead, apart from those to other hosts. */
function linksOf(page: string): { readonly path: string; readonly heading: string | undefined }[] {
  return [...withoutCode(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
    ([, link = '', heading]) => ({ path: link === '' ? page : join(dirname(page), link), heading }),
  )
}

/** The names by which links reach the headings of a page. */
function headingsOf(page: string): readonly string[] {
  const known = headingsByPage.get(page) ?? readHeadings(page)
  headingsByPage.set(page, known)
  return known
}

const headingsByPage = new Map<string, readonly string[]>()

function readHeadings(page: string): readonly string[] {
  const text = withoutCode(page)
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...named, ...headings]
}

it.each(PAGES)('%s', (page) => {
  for (const { path, heading } of linksOf(page)) {
    expect(existsSync(resolve(project, path)), `${page} → ${path}`).toBe(true)
    if (heading !== undefined) expect(headingsOf(path), `${page} → ${path}`).toContain(heading)
  }
})

it('leads only to what the package contains, apart from pictures', () => {
  const { files } = JSON.parse(readFileSync(resolve(project, 'package.json'), 'utf8')) as { files: string[] }
  const packed = new Set(['README.md', 'LICENSE', ...globSync(files, { cwd: project })])
  const shipped = PAGES.filter((page) => packed.has(page))
  expect(shipped).toContain('docs/README.md')
  const missing = shipped.flatMap((page) =>
    linksOf(page)
      .filter(
        ({ path }) =>
          ![...packed].some((file) => file === path || file.startsWith(`${path}/`)) &&
          !path.endsWith('.webp') &&
          !path.endsWith('.svg'),
      )
      .map(({ path }) => `${page} → ${path}`),
  )
  expect(missing).toEqual([])
})

it('the overview lists every page, or the index of its folder', () => {
  const listed = new Set(linksOf('docs/README.md').map(({ path }) => path))
  const indexes = PAGES.filter((page) => /^docs\/.+\/README\.md$/.test(page) && listed.has(page))
  for (const index of indexes) for (const { path } of linksOf(index)) listed.add(path)
  const pages = PAGES.filter(
    (page) => page.startsWith('docs/') && !/^docs\/(?:README\.md|decisions\/)/.test(page),
  )
  expect(pages.filter((page) => !listed.has(page))).toEqual([])
  expect(indexes.length).toBeGreaterThan(2)
})

it('the map names what the overview lists, and refuses what is not there', () => {
  const first = { path: 'README.md', text: '# Tool\n\nDoes [a thing](x.md) well. And more.\n' }
  const overview = { path: 'docs/README.md', text: '# Pages\n\n**Ideas**\n\n- [One](one.md): the first\n' }
  const pages = new Map([['docs/one.md', '<!-- x -->\n\n# The one\n\nIt *is* `1`. So.\n']])
  const lines = llmsMap(first, overview, pages).split('\n')
  expect(lines.slice(0, 3)).toEqual(['# Tool', '', '> Does a thing well.'])
  expect(lines.slice(-4)).toEqual(['## Ideas', '', '- [The one](docs/one.md): the first. It *is* `1`.', ''])
  expect(() => llmsMap(first, overview, new Map())).toThrow('lists docs/one.md, which is not there')
  expect(() => aboutPage({ path: 'p.md', text: '# Only a title\n' })).toThrow('p.md has no title')
})
