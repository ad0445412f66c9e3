/** Reads requirements of the catalogue back through each interface, in the form that the fixture gives them. */
import type { CatalogueRequirement } from '../../../fixtures/control-catalogue.ts'
import type { Simulator } from '../../../src/index.ts'
import { hostedHeaders } from '../../support/hosted.ts'

type Json = ReturnType<typeof JSON.parse>

/** What an interface shows of a requirement; absent where it does not show it. */
export interface Shown {
  readonly space?: string
  readonly key: string
  readonly html?: string
  readonly text?: string
  readonly properties?: Readonly<Record<string, string | boolean | number | readonly string[]>>
  /** `Revision 4 NIST/AC-1 a`, sorted. */
  readonly dependencies?: readonly string[]
}

export const PROJECTS: Readonly<Record<string, number>> = { NIST: 1001, CCI: 1002, CWE: 1003 }
export const SPACES = Object.keys(PROJECTS)
const PAGE = 200
const WIKI = '/wiki/rest/reqs/1'

/** The response of a call that succeeds. */
export async function call(
  simulator: Simulator,
  method: string,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = { authorization: 'Bearer tok-alice' },
): Promise<Json> {
  const response = await simulator.exchange({
    method,
    url,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (response.status >= 300) throw new Error(`${method} ${url}: ${response.status} ${String(response.body)}`)
  return JSON.parse(String(response.body))
}

const hosted = hostedHeaders('tok-alice', 'https://wiki.agency.test/wiki')
const q = encodeURIComponent

/** The literal of a text in queries. */
export const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A requirement as the fixture has it. */
export function expected({ space, key, html, text, properties, words, dependencies }: CatalogueRequirement) {
  return {
    space,
    key,
    html,
    text,
    properties: {
      ...Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [
          name,
          Array.isArray(value) ? value : String(value),
        ]),
      ),
      ...(words === undefined ? {} : { Words: String(words) }),
    },
    dependencies: dependencies
      .map((dependency) => `${dependency.relationship} ${dependency.space}/${dependency.key}`)
      .toSorted(),
  }
}

export const standalone = {
  urlOf: (space: string, key: string) => `${standaloneList(space)}/${q(key)}`,
  async all(simulator: Simulator, space: string): Promise<Shown[]> {
    return paged(async (offset) => {
      const { items, total } = await call(
        simulator,
        'GET',
        `${standaloneList(space)}?limit=${PAGE}&offset=${offset}&includeToDependencies=true`,
      )
      return [items.map(standaloneShown), total]
    })
  },
  async byKey(simulator: Simulator, space: string, key: string): Promise<Shown> {
    return standaloneShown(
      await call(simulator, 'GET', `${standaloneList(space)}/${q(key)}?includeToDependencies=true`),
    )
  },
  async byFilter(simulator: Simulator, space: string, key: string): Promise<Shown[]> {
    const list = `${standaloneList(space)}?key=${q(key)}&includeToDependencies=true`
    return (await call(simulator, 'GET', list)).items.map(standaloneShown)
  },
  async byQuery(simulator: Simulator, space: string, query: string): Promise<Shown[]> {
    const list = `${standaloneList(space)}?query=${q(query)}&includeToDependencies=true`
    return (await call(simulator, 'GET', list)).items.map(standaloneShown)
  },
}

const standaloneList = (space: string) =>
  `/api/applications/101/projects/${PROJECTS[space]}/variants/current/requirements`

function standaloneShown({ key, html, text, properties, toDependencies }: Json): Shown {
  return {
    key,
    html,
    text,
    properties: Object.fromEntries(properties.map(({ label, value }: Json) => [label, plain(value)])),
    dependencies: toDependencies.map(dependencyName).toSorted(),
  }
}

const dependencyName = ({ relationship, spaceKey, key }: Json) => `${relationship} ${spaceKey}/${key}`
const plain = (value: Json) => (Array.isArray(value) ? value : String(value))

export const embedded = {
  async all(simulator: Simulator, space: string, more = ''): Promise<Shown[]> {
    return paged(async (offset) => {
      const search = `${WIKI}/requirement2/${space}?limit=${PAGE}&offset=${offset}${more}`
      const { results, count } = await call(simulator, 'GET', search)
      return [results.map(embeddedShown), count]
    })
  },
  async byKey(simulator: Simulator, space: string, key: string, version = ''): Promise<Shown> {
    return embeddedShown(await call(simulator, 'GET', `${WIKI}/requirement2/${space}/${q(key)}${version}`))
  },
  async byQuery(simulator: Simulator, space: string, query: string): Promise<Shown[]> {
    const { results } = await call(simulator, 'GET', `${WIKI}/requirement2/${space}?q=${q(query)}`)
    return results.map(embeddedShown)
  },
  async inBulk(simulator: Simulator, keys: readonly { space: string; key: string }[]): Promise<Shown[]> {
    const requests = keys.map(({ space, key }) => ({ spaceKey: space, key }))
    const { results } = await call(simulator, 'PUT', `${WIKI}/requirement3/request`, requests)
    return results.map(embeddedShown)
  },
  /** The page that defines a requirement. */
  async pageOf(simulator: Simulator, space: string, key: string): Promise<{ readonly pageId: number }> {
    return (await call(simulator, 'GET', `${WIKI}/requirement2/${space}/${q(key)}`)).page
  },
  async ofPage(simulator: Simulator, space: string, pageId: number): Promise<Shown[]> {
    const { requirements } = await call(simulator, 'GET', `${WIKI}/page/${space}/${pageId}`)
    return requirements.map(embeddedShown)
  },
}

function embeddedShown({ spaceKey, key, htmlExcerpt, properties, dependencies }: Json): Shown {
  return {
    space: spaceKey,
    key,
    html: htmlExcerpt,
    properties: Object.fromEntries(
      properties.map((property: Json) => [
        property.key,
        property.indexation.multivalues ?? property.indexation.text,
      ]),
    ),
    dependencies: dependencies.map(dependencyName).toSorted(),
  }
}

export const cloud = {
  async all(simulator: Simulator, space: string): Promise<Shown[]> {
    return paged(async (offset) => {
      const search = `/eu/wiki/rest/search?spaceKey=${space}&withExternalProperties=true&limit=${PAGE}&offset=${offset}`
      const { results, total } = await call(simulator, 'GET', search, undefined, hosted)
      return [results.map(cloudShown), total]
    })
  },
  async byQuery(simulator: Simulator, space: string, query: string): Promise<Shown[]> {
    const search = `/eu/wiki/rest/search?spaceKey=${space}&withExternalProperties=true&query=${q(query)}`
    return (await call(simulator, 'GET', search, undefined, hosted)).results.map(cloudShown)
  },
}

function cloudShown({ key, text, properties }: Json): Shown {
  return {
    key,
    text,
    properties: Object.fromEntries(
      Object.values<Json>(properties).map(({ key: name, value }) => [name, plain(value)]),
    ),
  }
}

export const tracker = {
  async byQuery(simulator: Simulator, query: string): Promise<Shown[]> {
    const { results } = await call(simulator, 'GET', `/tracker/rest/reqs/1/search?q=${q(query)}`)
    return results.map(({ spaceKey, key, text, html }: Json) => ({ space: spaceKey, key, text, html }))
  },
  /** What the links of an issue name. */
  async linksOf(simulator: Simulator, issue: string): Promise<Shown[]> {
    const { body } = await simulator.exchange({
      method: 'GET',
      url: `/tracker/rest/reqs/1/issuelinks/${issue}`,
      headers: { authorization: 'Bearer tok-alice' },
    })
    const links: Json[] = JSON.parse(String(body))
    return links.map(({ spaceKey, key }) => ({ space: spaceKey, key }))
  },
}

/** All rows of a list, page by page. */
async function paged(read: (offset: number) => Promise<[Shown[], number]>): Promise<Shown[]> {
  const rows: Shown[] = []
  for (;;) {
    const [page, total] = await read(rows.length)
    rows.push(...page)
    if (page.length === 0 || rows.length >= total) return rows
  }
}
