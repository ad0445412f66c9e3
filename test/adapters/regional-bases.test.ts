/** Addresses that an adapter intercepts: each leads to its own interface and region. */
import { expect, test } from 'vitest'
import { type Bases, resolveBases } from '../../src/adapters/shared/bases.ts'

/** The address of the core for an intercepted one. */
function toCore(bases: Bases, url: string): string | undefined {
  return resolveBases(bases, undefined)
    .find(({ pattern }) => pattern.test(url))
    ?.toCore(url)
}

test.each([
  ['https://api.eu.test/applications', '/api/applications'],
  ['https://api.us.test/applications', '/us/api/applications'],
  ['https://wiki.eu.test/rest/search?q=1', '/eu/wiki/rest/search?q=1'],
  ['https://wiki.us.test/rest/search?q=1', '/us/wiki/rest/search?q=1'],
  ['https://jira.eu.test/rest/links', '/eu/tracker/rest/links'],
  ['https://jira.us.test/rest/links', '/us/tracker/rest/links'],
  ['https://jira.us.test/_world/w/rest/links', '/_world/w/us/tracker/rest/links'],
  ['https://jira.ap.test/rest/links', undefined],
])('%s leads to %s', (url, core) => {
  const bases = {
    standalone: { us: 'https://api.us.test', eu: 'https://api.eu.test' },
    'hosted-wiki': { eu: 'https://wiki.eu.test', us: 'https://wiki.us.test' },
    'hosted-tracker': { eu: 'https://jira.eu.test', us: 'https://jira.us.test/' },
  }
  expect(toCore(bases, url)).toBe(core)
})

test('an address without a region is that of the EU', () => {
  expect(toCore({ 'hosted-wiki': 'https://wiki.test' }, 'https://wiki.test/rest')).toBe('/eu/wiki/rest')
})

test.each([
  [{ wiki: { us: 'https://wiki.test' } }, "base.wiki: no region 'us' of this interface"],
  [{ 'hosted-wiki': { ap: 'https://wiki.test' } }, "base.hosted-wiki: no region 'ap' of this interface"],
])('the addresses %j are refused, as the interface has no such region', (bases, message) => {
  expect(() => resolveBases(bases as Bases, undefined)).toThrow(new TypeError(message))
})
