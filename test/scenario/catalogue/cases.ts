/** Everything that a real catalogue is read back through. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type CatalogueRequirement,
  catalogueScenario,
  readCatalogue,
} from '../../../fixtures/control-catalogue.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import {
  call,
  cloud,
  embedded,
  expected,
  quoted,
  type Shown,
  SPACES,
  standalone,
  tracker,
} from './read-back.ts'

/**
 * For all requirements, or for each fourth and those with a new spelling of the key. Of the latter, each hundredth and each
 * spelling is read alone.
 */
export function describeCatalogue(isWhole: boolean): void {
  const { requirements: all, refusedKeys } = readCatalogue()
  const requirements = isWhole ? all : oneOf(4, all)
  const singles = isWhole ? all : oneOf(100, requirements)
  const linked = requirements.filter(({ issue }) => issue !== undefined)
  let simulator: Simulator

  beforeAll(async () => {
    simulator = await createSimulator({ scenario: catalogueScenario({ requirements }) })
  })

  const of = (space: string) => requirements.filter((requirement) => requirement.space === space)
  const singlesOf = (space: string) => singles.filter((single) => single.space === space)

  test('it has thousands of requirements with odd keys', () => {
    const perSpace = SPACES.map((name) => all.filter(({ space }) => space === name).length)
    expect(perSpace).toEqual([3508, 5098, 202])
    expect(all.reduce((sum, { dependencies }) => sum + dependencies.length, 0)).toBe(12_321)
    const spellings = new Set(singles.map(({ key }) => spelling(key)))
    for (const odd of ['A9 (9(.9', 'A-9.9 (a  a  a)', 'A- 9(9).9 (a)', 'A-9 (*9).9', '9'])
      expect(spellings).toContain(odd)
    expect(refusedKeys).toEqual(['SC-37, SC-37 (1)'])
  })

  describe.each(SPACES)('the space %s', (space) => {
    test('is listed complete by the standalone interface', async () => {
      expect(differences(await standalone.all(simulator, space), of(space))).toEqual(NONE)
    })

    test('is found complete by the wiki and the hosted wiki', async () => {
      expect(differences(await embedded.all(simulator, space), of(space))).toEqual(NONE)
      expect(differences(await cloud.all(simulator, space), of(space))).toEqual(NONE)
    })

    test('is read complete in bulk', async () => {
      const rows: Shown[] = []
      for (let at = 0; at < of(space).length; at += 1000)
        rows.push(...(await embedded.inBulk(simulator, of(space).slice(at, at + 1000))))
      expect(differences(rows, of(space))).toEqual(NONE)
    })

    test('is read complete by page', async () => {
      const pages = Map.groupBy(of(space), ({ page }) => page)
      for (const onPage of pages.values()) {
        const { pageId } = await embedded.pageOf(simulator, space, onPage[0]?.key ?? '')
        expect(differences(await embedded.ofPage(simulator, space, pageId), onPage)).toEqual(NONE)
      }
    })

    test('is frozen and read back complete', async () => {
      const world = simulator.fork()
      const body = { queryString: '', name: 'First', ceo: '' }
      const { baseline } = await call(world, 'POST', `/wiki/rest/reqs/1/baseline/${space}/1/create`, body)
      world.clock.advance('10m')
      const copies = await embedded.all(world, space, `&baselineCondition=${space}-${baseline}`)
      expect(differences(copies, of(space))).toEqual(NONE)
      const alone: Shown[] = []
      for (const { key } of singlesOf(space))
        alone.push(await embedded.byKey(world, space, key, `?v=${baseline}`))
      expect(differences(alone, singlesOf(space))).toEqual(NONE)
    })

    test.each(Object.entries(readingsOf(space)))('has each key, %s', async (_way, read) => {
      const rows: Shown[] = []
      for (const { key } of singlesOf(space)) rows.push(...(await read(simulator, key)))
      expect(differences(rows, singlesOf(space))).toEqual(NONE)
    })
  })

  test('keys that are numbers are found without quotes', async () => {
    const rows: Shown[][] = [[], [], []]
    for (const { key } of of('CWE')) {
      rows[0]?.push(...(await standalone.byQuery(simulator, 'CWE', `key = ${key}`)))
      rows[1]?.push(...(await embedded.byQuery(simulator, 'CWE', `key = ${key}`)))
      rows[2]?.push(...(await cloud.byQuery(simulator, 'CWE', `key = ${key}`)))
    }
    expect(rows.map((found) => differences(found, of('CWE')))).toEqual([NONE, NONE, NONE])
  })

  test('properties of digits are found without quotes, and only with all their zeros', async () => {
    const numbered = singlesOf('CCI')
    const rows: Shown[][] = [[], [], []]
    for (const { properties } of numbered) {
      const query = `@Number = ${String(properties.Number)}`
      rows[0]?.push(...(await standalone.byQuery(simulator, 'CCI', query)))
      rows[1]?.push(...(await embedded.byQuery(simulator, 'CCI', query)))
      rows[2]?.push(...(await cloud.byQuery(simulator, 'CCI', query)))
    }
    expect(rows.map((found) => differences(found, numbered))).toEqual([NONE, NONE, NONE])
    const [first] = numbered
    const shorter = `@Number = ${Number(first?.properties.Number)}`
    expect(shorter).not.toBe(`@Number = ${String(first?.properties.Number)}`)
    for (const { byQuery } of [standalone, embedded, cloud])
      expect(await byQuery(simulator, 'CCI', shorter)).toEqual([])
  })

  test('relations are found from both ends', async () => {
    const children = Map.groupBy(
      requirements.flatMap(({ space, key, dependencies }) =>
        dependencies.map((dependency) => ({ child: `${space}/${key}`, ...dependency })),
      ),
      ({ relationship, key }) => `${relationship} ${key}`,
    )
    const parents = singles.filter(({ space }) => space === 'NIST')
    for (const { key } of parents) {
      const relationships = ['part of', 'Revision 4', 'Assessed by']
      for (const relationship of relationships) {
        const name = relationship.replaceAll(' ', '\\ ')
        const query = `to@${name} = ${quoted(key)}`
        const { results } = await call(
          simulator,
          'GET',
          `/wiki/rest/reqs/1/requirement2/NIST?spaceKey=*&limit=200&q=${encodeURIComponent(query)}`,
        )
        const found = results.map((row: { spaceKey: string; key: string }) => `${row.spaceKey}/${row.key}`)
        const wanted = children.get(`${relationship} ${key}`) ?? []
        expect(found.toSorted(), query).toEqual(wanted.map(({ child }) => child).toSorted())
      }
    }
  })

  test('each issue shows the requirement that it implements', async () => {
    expect(linked).toHaveLength(221)
    for (const { issue, space, key } of linked) {
      expect(await tracker.linksOf(simulator, issue ?? '')).toEqual([{ space, key }])
      const found = await embedded.byQuery(simulator, space, `jira = '${issue}'`)
      expect(found.map((row) => row.key)).toEqual([key])
    }
  })

  test('a world that imports what this one exports is the same', async () => {
    const document = await simulator.exportWorld()
    const other = await createSimulator({ scenario: 'empty' })
    await other.importWorld(JSON.parse(JSON.stringify(document)))
    expect(await other.exportWorld()).toEqual(document)
    for (const space of SPACES)
      expect(differences(await standalone.all(other, space), of(space))).toEqual(NONE)
  })

  test('what was read is written back unchanged, and a key that no space can have is refused', async () => {
    const world = simulator.fork()
    const before = world.state('pageVersion').length
    for (const { space, key } of singles.slice(-200)) {
      const inWiki = `/wiki/rest/reqs/1/requirement2/${space}/${encodeURIComponent(key)}`
      await call(world, 'PUT', inWiki, await call(world, 'GET', inWiki))
      const read = await call(world, 'GET', standalone.urlOf(space, key))
      await call(world, 'PUT', `/api/requirements/${read.id}?applicationId=101`, read)
    }
    expect(world.state('pageVersion')).toHaveLength(before)
    expect(differences(await standalone.all(world, 'CCI'), of('CCI'))).toEqual(NONE)
    const { status } = await world.exchange({
      method: 'POST',
      url: `/wiki/rest/reqs/1/requirement2/NIST/${encodeURIComponent(refusedKeys[0] ?? '')}`,
      headers: { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(status).toBe(400)
  })
}

/** Each way to read one requirement of a space. */
function readingsOf(
  space: string,
): Readonly<Record<string, (simulator: Simulator, key: string) => Promise<Shown[]>>> {
  const query = (key: string) => `key = ${quoted(key)}`
  return {
    'read by the standalone interface': async (simulator, key) => [
      await standalone.byKey(simulator, space, key),
    ],
    'filtered by the standalone interface': (simulator, key) => standalone.byFilter(simulator, space, key),
    'found by the standalone interface': (simulator, key) => standalone.byQuery(simulator, space, query(key)),
    'read by the wiki': async (simulator, key) => [await embedded.byKey(simulator, space, key)],
    'found by the wiki': (simulator, key) => embedded.byQuery(simulator, space, query(key)),
    'found by the hosted wiki': (simulator, key) => cloud.byQuery(simulator, space, query(key)),
    'found by the tracker': (simulator, key) =>
      tracker.byQuery(simulator, `${query(key)} and space = ${quoted(space)}`),
  }
}

/** One of so many requirements, and one of each spelling of keys. */
function oneOf(many: number, requirements: readonly CatalogueRequirement[]): CatalogueRequirement[] {
  const seen = new Set<string>()
  return requirements.filter(({ key }, index) => {
    const isNew = !seen.has(spelling(key))
    seen.add(spelling(key))
    return isNew || index % many === 0
  })
}

function spelling(key: string): string {
  return key
    .replaceAll(/[A-Z]+/g, 'A')
    .replaceAll(/[a-z]+/g, 'a')
    .replaceAll(/\d+/g, '9')
}

/** What is missing, too much or shown otherwise, in any order; at most three of each. */
function differences(
  rows: readonly Shown[],
  requirements: readonly CatalogueRequirement[],
): Readonly<Record<string, readonly unknown[]>> {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const keys = new Set(requirements.map(({ key }) => key))
  const different = requirements.filter((requirement) => {
    const row = byKey.get(requirement.key)
    return row !== undefined && !isSame(row, requirement)
  })
  return {
    missing: requirements.filter(({ key }) => !byKey.has(key)).slice(0, 3),
    surplus: rows.filter((row) => !keys.has(row.key) || byKey.get(row.key) !== row).slice(0, 3),
    different: different.slice(0, 3).map(({ key }) => byKey.get(key)),
  }
}

const NONE = { missing: [], surplus: [], different: [] }

function isSame(row: Shown, requirement: CatalogueRequirement): boolean {
  const wanted: object = expected(requirement)
  return sorted({ ...wanted, ...row }) === sorted(wanted)
}

/** JSON with the names of properties in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
