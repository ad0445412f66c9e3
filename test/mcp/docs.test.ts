// An agent reads and searches the documentation of the package, and nothing beside it.

import { describe, expect, it } from 'vitest'
import { MAXIMUM_RESULT } from '../../src/mcp/bounded.ts'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { loadEntries } from '../../src/docs/entries.ts'
import { sectionsOf } from '../../src/docs/search.ts'
import { readPage } from '../docs/support/pages.ts'
import { connectInProcess } from './connect.ts'

const pages = packagedPages()
const { call, defects } = await connectInProcess({ scenario: 'demo' }, { pages })

describe('read_docs', () => {
  it('reads a whole page in parts', async () => {
    const whole = readPage('docs/troubleshooting.md')
    let text = ''
    for (let offset: unknown = 0; offset !== undefined;) {
      const { isError, data, text: summary } = await call('read_docs', { page: 'troubleshooting.md', offset })
      expect([isError, summary]).toEqual([false, expect.stringContaining('troubleshooting.md: ')])
      text += String(data['text'])
      offset = data['next']
    }
    expect(text).toBe(whole)
  })

  it.each([
    'concepts/clock.md',
    'concepts/clock',
    'docs/concepts/clock.md',
    './docs/concepts/clock.md#modes',
  ])('takes the name of a page as people write it: %s', async (page) => {
    const { data } = await call('read_docs', { page })
    expect(data).toMatchObject({ page: 'concepts/clock.md', offset: 0 })
  })

  it('returns no part of any page beyond its bound', async () => {
    for (const page of [...pages.paths, ...(await loadEntries()).keys()]) {
      const { isError, texts } = await call('read_docs', { page })
      expect([page, isError, (texts[1] ?? '').length <= MAXIMUM_RESULT]).toEqual([page, false, true])
    }
  })

  it('finds a section by words, and reads it from its offset', async () => {
    const found = await call('read_docs', { query: 'advancing the clock' })
    const [first] = found.data['items'] as [{ page: string; offset: number; heading: string }]
    expect(found.text).toContain(` The best is ${first.page} with offset ${first.offset}`)
    const { data } = await call('read_docs', { page: first.page, offset: first.offset })
    expect(String(data['text']).split('\n')[0]).toContain(first.heading)
    const none = await call('read_docs', { query: 'zzyzx' })
    expect([none.text, none.data]).toEqual(['0 sections. Try fewer or other words.', { items: [], total: 0 }])
  })

  it.each([
    [{ page: 'concepts/clok.md' }, "page: there is no 'concepts/clok.md'; did you mean 'concepts/clock.md'?"],
    [{ page: '../package.json' }, "page: there is no '../package.json'; "],
    [{ page: '..%2Fpackage.json' }, "page: there is no '..%2Fpackage.json'; "],
    [{ page: '/etc/hostname' }, "page: there is no '/etc/hostname'; "],
    [{ page: 'docs/../../AGENTS.md' }, "page: there is no 'docs/../../AGENTS.md'; "],
    [{ page: 'images/console-time.webp' }, "page: there is no 'images/console-time.webp'; "],
    [{ page: '__proto__' }, "page: there is no '__proto__'; "],
    [{ page: 'README.md', offset: 1_000_000 }, "offset: '1000000' is behind the end; the page has "],
    [{ query: '!?' }, "query: has no words, '!?'; give some to search for"],
  ])('refuses %j, and opens no file for it', async (given, message) => {
    const { isError, text } = await call('read_docs', given)
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
  })

  it('reads operations and assumptions also if the package has no pages', async () => {
    const single = await connectInProcess()
    const { data } = await single.call('read_docs', { page: 'wiki.baseline.freeze' })
    expect(String(data['text'])).toMatch(/^# `wiki\.baseline\.freeze`\n/)
    const found = await single.call('read_docs', { query: 'window credential' })
    expect(found.data['items']).toContainEqual(expect.objectContaining({ page: 'A17', offset: 0 }))
    const { isError, text } = await single.call('read_docs', { page: 'README.md' })
    expect([isError, text]).toEqual([true, expect.stringContaining("page: there is no 'README.md'; ")])
  })

  it('met no defect', () => expect(defects).toEqual([]))
})

it('the sections of a page are the whole page', () => {
  const page = readPage('docs/mcp.md')
  const sections = sectionsOf(page)
  expect(sections.map(({ text }) => text).join('')).toBe(page)
  for (const { offset, text } of sections) expect(page.startsWith(text, offset)).toBe(true)
})
