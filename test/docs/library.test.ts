// The documentation as a library: topics by their names, the search over pages and entries, and both as HTML.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { statusOf } from '../../src/api/framework/errors.ts'
import { presets } from '../../src/api/ledger/presets.ts'
import { operations } from '../../src/api/operations.ts'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { htmlOf } from '../../src/docs/html.ts'
import {
  ERRORS_PAGE,
  findTopic,
  loadLibrary,
  nearestTopic,
  searchLibrary,
  sectionOfTopic,
} from '../../src/docs/library.ts'
import { referenceHtml } from '../../src/docs/reference.ts'
import { sectionsOf } from '../../src/docs/search.ts'
import { respondFromSite } from '../../src/docs/site.ts'
import { SNIPPET_LANGUAGES } from '../../src/snippets/snippet.ts'

const library = await loadLibrary(packagedPages())
const introduction = (await findTopic(library, 'reference.md'))?.markdown
const reference = referenceHtml(library.entries, introduction)
const project = resolve(import.meta.dirname, '../..')

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
const linksOf = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link)

describe('the reference', () => {
  const ids = idsOf(reference)

  it('has each operation, assumption and preset, under an anchor that nothing else has', () => {
    const names = [...operations.map(({ id }) => id), ...assumptions.map(({ id }) => id), ...presets.keys()]
    for (const name of names) expect(ids).toContain(name)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has no dead link, also to pages of the package', async () => {
    const links = linksOf(reference)
    const dead: string[] = []
    for (const link of new Set(links)) {
      const [path = '', anchor] = link.split('#')
      if (path === '') {
        if (!ids.includes(anchor ?? '')) dead.push(link)
        continue
      }
      const file = resolve(project, 'dist', path)
      const markdown = existsSync(file) ? await library.files.read(path.replace('../docs/', '')) : undefined
      const anchors =
        markdown === undefined
          ? []
          : [...idsOf(markdown), ...sectionsOf(markdown).map((section) => section.anchor)]
      if (markdown === undefined || (anchor !== undefined && !anchors.includes(anchor))) dead.push(link)
    }
    expect(dead).toEqual([])
    expect(links.length).toBeGreaterThan(1000)
  })

  it('loads nothing, and runs and styles nothing but its own text', () => {
    expect(reference).not.toMatch(/<(?:img|link|iframe|object|embed|form)\b|\bsrc=|@import|url\(/)
    expect(reference).toContain(`content="default-src 'none'; style-src 'sha256-`)
    expect(reference.match(/<script>/g)).toHaveLength(1)
  })
})

/** Words that people search for, and a page that is among the best of what is found. */
const SEARCHES: readonly (readonly [query: string, page: string])[] = [
  ['freeze baseline', 'wiki.baseline.freeze'],
  ['wiki.baseline.freeze', 'wiki.baseline.freeze'],
  ['A17', 'A17'],
  ['rate limit window', 'rate-limits.md'],
  ['Retry-After', 'A18'],
  ['near miss', 'A11'],
  ['virtual clock', 'concepts/clock.md'],
  ['advancing the clock', 'control-api/clock.md'],
  ['latency', 'concepts/fault.md'],
  ['snapshots', 'control-api/snapshots.md'],
  ['fork a world', 'concepts/world.md'],
  ['scenario generate', 'scenario-format/generate.md'],
  ['timeline step', 'concepts/timeline.md'],
  ['preset', 'concepts/assumption.md'],
  ['earlier-clients', 'earlier-clients'],
  ['query language LIKE', 'query-language.md'],
  ['formula aggregation', 'formula-language.md'],
  ['spreadsheet hidden sheets', 'A263'],
  ['add issue link', 'wiki.issueLink.add'],
  ['synchronisation', 'concepts/integration.md'],
  ['link request', 'control-api/link-requests.md'],
  ['list variants', 'standalone.variant.list'],
  ['external property import', 'standalone.externalPropertyImport.json'],
  ['traceability', 'wiki.traceability.list'],
  ['bearer token', 'demo-world.md'],
  ['control token', 'control-api/credentials.md'],
  ['webhook', 'threat-model.md'],
  ['journal HAR', 'control-api/journal.md'],
  ['verify requests', 'concepts/verification.md'],
  ['report threshold', 'concepts/report.md'],
  ['mutation testing', 'mutation-testing.md'],
  ['vite plugin', 'vite.md'],
  ['pytest', 'python.md'],
  ['certificate', 'https.md'],
  ['OpenTelemetry', 'opentelemetry.md'],
  ['docker', 'docker.md'],
  ['bundle one file', 'bundle.md'],
  ['explore schedule', 'explore.md'],
  ['413', 'errors.md'],
  ['strict', 'errors.md'],
]

describe('the search', () => {
  it.each(SEARCHES)('finds for %s the page %s', async (query, page) => {
    const found = (await searchLibrary(library, query)) ?? []
    expect(found.slice(0, 6).map((each) => each.page)).toContain(page)
    expect(SEARCHES).toHaveLength(40)
  })

  it('needs words', async () => {
    expect(await searchLibrary(library, '!?')).toBeUndefined()
    expect(await searchLibrary(library, 'zzyzx')).toEqual([])
  })
})

describe('a topic', () => {
  it.each([
    ['concepts/clock', 'concepts/clock.md'],
    ['docs/concepts/clock.md', 'concepts/clock.md'],
    ['./docs/service/', 'service/README.md'],
    ['fault', 'concepts/fault.md'],
    ['wiki.task.delete', 'wiki.task.delete'],
    ['a17', 'A17'],
    ['reqsim-0.1', 'reqsim-0.1'],
    ['404', 'errors.md'],
    ['decisions', 'decisions/'],
  ])('is found by the name %s', async (written, name) => {
    expect((await findTopic(library, written))?.name).toBe(name)
  })

  it.each([
    '',
    '/',
    '..',
    '../package.json',
    'docs/../../AGENTS.md',
    '/etc/hostname',
    'images/console-time.webp',
    '__proto__',
    'constructor',
    '999',
  ])('is nothing that is not listed, such as %j', async (written) => {
    expect(await findTopic(library, written)).toBeUndefined()
  })

  it.each([
    ['wiki.baseline.freze', 'wiki.baseline.freeze'],
    ['concepts/clok', 'concepts/clock'],
    ['concepts/clok.md', 'concepts/clock.md'],
    ['clock', 'concepts/clock'],
    ['zzyzx', undefined],
  ])('that is misspelt as %s is near to %s', (written, nearest) => {
    expect(nearestTopic(library, written)).toBe(nearest)
  })

  it('can be one section of a page, with what is below it', async () => {
    const page = await findTopic(library, 'console.md')
    const section = page === undefined ? '' : sectionOfTopic(page, 'console.md#stage')
    expect(section).toMatch(/^## Stage\n/)
    expect(section.match(/^## /gm)).toHaveLength(1)
    expect(page === undefined ? '' : sectionOfTopic(page, 'console.md#nowhere')).toBe(page?.markdown)
  })

  it('is there for each status that the simulator refuses with', async () => {
    const text = await library.files.read(ERRORS_PAGE)
    const anchors = sectionsOf(text).map(({ anchor }) => anchor)
    const kinds = ['INVALID', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'NOT_ACCEPTABLE'] as const
    const others = ['CONFLICT', 'TOO_LARGE', 'UNSUPPORTED_TYPE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const
    for (const kind of [...kinds, ...others]) expect(anchors).toContain(String(statusOf(kind)))
    for (const { refusals = {} } of operations)
      for (const status of Object.keys(refusals)) if (status >= '400') expect(anchors).toContain(status)
  })
})

describe('the request of an operation', () => {
  it.each(SNIPPET_LANGUAGES)('is there for each one in %s, and for nothing else', async (language) => {
    for (const { id } of operations) {
      const topic = await findTopic(library, id)
      expect(topic?.request?.(language)).toContain('http://127.0.0.1:4010/')
    }
    expect((await findTopic(library, 'A17'))?.request).toBeUndefined()
  })

  it('says what to call first, and whose token it needs', async () => {
    const requestOf = async (id: string) => (await findTopic(library, id))?.request?.('curl')
    expect(await requestOf('wiki.task.delete')).toMatch(
      /^# Call wiki\.baseline\.freeze first, and write the taskId of its response into the address\.\ncurl -X DELETE /,
    )
    expect(await requestOf('hosted-wiki.requirement.search')).toContain(
      "-H 'X-Base-Url: https://wiki.northwind.test/wiki' ",
    )
    const [withToken] = operations.filter((each) => each.exampleToken === 'tok-bob')
    expect(await requestOf(withToken?.id ?? '')).toContain('Bearer tok-bob')
  })

  it('stands on the page in curl, with the other languages to open', async () => {
    const response = await respondFromSite(library, {
      path: 'wiki.requirement.read',
      query: '',
      isBrowser: true,
    })
    const html = 'body' in response ? response.body : ''
    expect(html).toContain('<h2 id="request">Request</h2>')
    expect([...html.matchAll(/<summary>(\w+)<\/summary>/g)].map(([, name]) => name)).toEqual([
      'fetch',
      'Python',
      'Java',
      'Go',
    ])
  })
})

describe('the site', () => {
  const htmlAt = async (path: string) => {
    const response = await respondFromSite(library, { path, query: '', isBrowser: true })
    return 'body' in response ? response.body : ''
  }

  it('has no dead link on any page, and none that leads out of it', async () => {
    const known = new Map<string, readonly string[]>()
    const anchorsOf = async (path: string): Promise<readonly string[] | undefined> => {
      const html = known.has(path) ? undefined : await htmlAt(path)
      if (html !== undefined && html !== '') known.set(path, idsOf(html))
      return known.get(path)
    }
    const dead: string[] = []
    for (const page of library.files.paths) {
      const links = new Set(linksOf(await htmlAt(page)).filter((link) => !/^(?:https?:|#main)/.test(link)))
      for (const link of links) {
        const { pathname, hash } = new URL(link, `http://sim.test/_sim/docs/${page}`)
        if (pathname === '/_sim/' || pathname.endsWith('/reference.html')) continue
        const path = pathname.slice('/_sim/docs/'.length)
        const isFolder = library.files.paths.some((each) => each.startsWith(`${path}/`))
        const anchors = pathname.startsWith('/_sim/docs/') && !isFolder ? await anchorsOf(path) : []
        if (anchors === undefined || (hash !== '' && !anchors.includes(decodeURIComponent(hash.slice(1)))))
          dead.push(`${page}: ${link}`)
      }
    }
    expect(dead).toEqual([])
  })

  it('links names of operations and assumptions to their entries', async () => {
    expect(await htmlAt('service/wiki-operations.md')).toContain(
      '<a href="../wiki.baseline.freeze"><code>wiki.baseline.freeze</code></a>',
    )
    expect(await htmlAt('rate-limits.md')).toContain('<a href="./A17">A17</a>')
  })
})

describe('Markdown as HTML', () => {
  const html = (markdown: string) =>
    htmlOf(markdown, {
      entry: (name) => (name === 'A17' ? 'entry' : undefined),
      page: (link) => (link.startsWith('page.md') ? link : undefined),
    })

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b'],
    ['[a](javascript:alert(1))', '<p><span title="javascript:alert(1)">a</span>'],
    ['[a](data:text/html,x)', '<p><span title="data:text/html,x">a</span>'],
    ['[a](//evil.test/)', '<p><span title="//evil.test/">a</span>'],
    ['[a](page.md"onclick="x)', '<p><a href="page.md&quot;onclick=&quot;x">a</a>'],
    ['`<b>`', '<p><code>&lt;b&gt;</code>'],
    ['```\n<b>&\n```', '<pre tabindex="0"><code>&lt;b&gt;&amp;\n</code></pre>'],
    ['<a id="x"></a>', '<p><a id="x"></a>'],
    ['<a id="x" onclick="y"></a>', '<p>&lt;a id=&quot;x&quot; onclick=&quot;y&quot;&gt;'],
    ['<!-- drawn: x -->', ''],
    ['![<b>](x.webp)', '<p><em>Picture: &lt;b&gt;</em>'],
    ['see A17 and [A17](page.md)', '<p>see <a href="entry">A17</a> and <a href="entry">A17</a>'],
    ['[of A17](page.md#x)', '<p><a href="page.md#x">of A17</a>'],
    ['## A *b* `c`', '<h2 id="a-b-c">A <em>b</em> <code>c</code></h2>'],
  ])('%s', (markdown, expected) => {
    expect(html(markdown).trim()).toBe(expected)
  })
})
