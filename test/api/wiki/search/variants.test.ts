/** Freezing, children, imports, pages and the segment `current` in a space with more than one variant. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { demoWith, refusal } from '../../../support/client.ts'

const WIKI = 'applicationId=101'
const DRAFT = 5002

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const makeCurrent = (id: number) => author.made('PUT', `/variants/${id}?${WIKI}`, { current: true })
const advance = (by: string) => author.control('POST', '/clock/advance', { by })
const keysOf = async (q: string) => {
  const { results } = await author.done('GET', `/requirement2/ENG?limit=200&q=${encodeURIComponent(q)}`)
  return results.map(({ key }: { key: string }) => key)
}
const countOf = async (q: string) => (await keysOf(q)).length
const freezeByQuery = async (name: string, queryString: string) => {
  const frozen = await author.done('POST', '/baseline/ENG/1/create', { name, queryString })
  await advance('10s')
  return frozen.baseline as number
}
const baseline = (number: number) => author.done('GET', `/baseline/ENG/${number}`)

describe('a baseline is of one variant', () => {
  test('a query that names a variant freezes no key twice, and no variant loses its baseline', async () => {
    const number = await freezeByQuery('All', 'variant IS NOT NULL')
    const rows = await keysOf(`baseline = ${number}`)
    expect(rows).toHaveLength(new Set(rows).size)
    expect(rows).toHaveLength(12)
    expect((await baseline(number)).count).toBe(12)
    expect(await countOf(`baseline = ${number} AND variant IS NOT NULL`)).toBe(12)
    await author.made('DELETE', `/variants/${DRAFT}?${WIKI}`)
    expect(await countOf(`baseline = ${number}`)).toBe(12)
  })

  test('a query for another variant than the current one selects nothing to freeze', async () => {
    const number = await freezeByQuery('Draft', "variant = 'Experimental'")
    expect(await baseline(number)).toMatchObject({ status: 'DONE', count: 0 })
  })

  test('a variant is kept as long as a baseline has copies of it', async () => {
    await makeCurrent(DRAFT)
    await freezeByQuery('Draft', '')
    await makeCurrent(5001)
    const refused = await author.refused('DELETE', `/variants/${DRAFT}?${WIKI}`)
    expect(refused).toMatchObject(refusal(409, 'baseline 4'))
  })

  test('freezing goes on with the variant that it began with', async () => {
    const frozen = await author.done('POST', '/baseline/ENG/1/create', { name: 'All', queryString: '' })
    await makeCurrent(DRAFT)
    await advance('10s')
    const done = await baseline(frozen.baseline)
    expect(done).toMatchObject({ status: 'DONE', count: 12 })
    expect(await countOf(`baseline = ${frozen.baseline}`)).toBe(12)
    const document = await author.control('GET', '/export')
    await author.control('POST', '/import', document)
  })

  test('and a world is exported and imported in the middle of it', async () => {
    await author.done('POST', '/baseline/ENG/1/create', { name: 'All', queryString: '' })
    await makeCurrent(DRAFT)
    await author.control('POST', '/import', await author.control('GET', '/export'))
    await advance('10s')
    expect(await baseline(4)).toMatchObject({ status: 'DONE', count: 12 })
  })

  test('freezing again after a change of variant freezes what the baseline holds', async () => {
    await makeCurrent(DRAFT)
    const query = "key = 'REQ-001'"
    const { baseline: made } = await author.done('PUT', '/baseline/ENG/0/refreeze', {
      baselineToRefreeze: 1,
      queryForRequirementsToExcludeFromBaseline: query,
    })
    const again = made.baseline as number
    await advance('10s')
    expect(await baseline(again)).toMatchObject({ status: 'DONE', count: 5 })
    expect(await keysOf(`baseline = ${again}`)).toEqual([
      'REQ-002',
      'REQ-003',
      'REQ-004',
      'REQ-005',
      'REQ-006',
    ])
    const copy = await author.done('GET', `/requirement2/ENG/REQ-003?v=${again}`)
    const live = await author.made(
      'GET',
      '/applications/101/projects/1001/variants/5001/requirements/REQ-003',
    )
    expect(copy.htmlExcerpt).toContain(live.text)
  })

  test('versions of another variant are refused when freezing again', async () => {
    await makeCurrent(DRAFT)
    const drafts = await freezeByQuery('Draft', '')
    const body = {
      baselineNumberToRefreeze: 1,
      requirements: [{ key: 'REQ-003', baseline: drafts }],
    }
    const reply = await author.call('PUT', '/baseline/ENG/0/refreeze', body)
    expect(reply).toMatchObject(refusal(409, 'another variant'))
  })

  test('a scenario whose copies of one baseline are of two variants is refused', async () => {
    const requirements = [
      { space: 'ENG', key: 'EXP-009', variant: 'Experimental', baseline: 1, status: 'ARCHIVED' },
    ]
    const scenario = { name: 'mixed', extends: ['demo'], world: { requirements } }
    await expect(startStandaloneAuthor({ scenario } as never)).rejects.toThrow('a baseline has one variant')
  })

  test('a world document with two frozen sets of one baseline is refused', async () => {
    const document = await author.control('GET', '/export')
    const sets = document.stores.eu.frozenSet
    const [set] = sets
    const second = {
      ...set,
      id: '1001/1/5002',
      variantId: 5002,
      sources: [],
      ids: [],
      pageVersions: [],
      copied: 0,
    }
    document.stores.eu.frozenSet = [...sets, second]
    const headers = { 'x-sim-control': '1' }
    const reply = await author.client.post('/_sim/import', document, { headers })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain('frozenSet')
  })
})

describe('frozen copies stay readable whichever variant is current', () => {
  const expected = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006']

  test('by v, by query, by condition and in bulk', async () => {
    const before = await author.done('GET', '/requirement2/ENG/REQ-003?v=1')
    await makeCurrent(DRAFT)
    expect(await author.done('GET', '/requirement2/ENG/REQ-003?v=1')).toMatchObject({
      id: before.id,
      htmlExcerpt: before.htmlExcerpt,
    })
    expect(await keysOf('baseline = 1')).toEqual(expected)
    expect(await keysOf("baseline = 'Release 1.0'")).toEqual(expected)
    expect(await keysOf("baseline = ('Release 1.0' in space 'ENG')")).toEqual(expected)
    expect(await keysOf("baseline = 1 AND variant = 'Current'")).toEqual(expected)
    expect(await keysOf("baseline = 1 AND variant = 'Experimental'")).toEqual([])
    const condition = await author.done('GET', '/requirement2/ENG?baselineCondition=ENG-1&limit=200')
    expect(condition.results).toHaveLength(6)
    const wanted = [{ spaceKey: 'ENG', key: 'REQ-001', v: 1 }]
    expect((await author.done('PUT', '/requirement3/request', wanted)).results).toHaveLength(1)
    expect(await baseline(1)).toMatchObject({ count: 6 })
    expect(await author.done('GET', '/baseline/ENG/1/pages')).toMatchObject([{ pageId: 4001 }])
  })

  test('a requirement of the other variant is compared with the copy of its key', async () => {
    await makeCurrent(DRAFT)
    expect(await keysOf("isModified('1') AND key = 'REQ-003'")).toEqual(['REQ-003'])
    expect(await keysOf('baseline was 1')).toContain('REQ-003')
  })

  test('links of a copy stay with it', async () => {
    const link = { issueKey: 'DRN-3', relationship: 'implements' }
    await author.done('PUT', '/requirement2/ENG/REQ-001/link/issue/DRN-3?baseline=1', link)
    await makeCurrent(DRAFT)
    const { issues } = await author.done('GET', '/requirement2/ENG/REQ-001?v=1')
    expect(issues).toMatchObject([{ issueKey: 'DRN-3' }])
    expect(await keysOf("baseline = 1 AND jira = 'DRN-3'")).toEqual(['REQ-001'])
  })
})

describe('children in other spaces', () => {
  const childOf = (key: string, variantId: number, cost: number) => ({
    space: 'OPS',
    key,
    variant: variantId,
    text: variantId === 5003 ? 'The crew shall land.' : 'A draft.',
    external: { Cost: cost },
    dependencies: [{ relationship: 'refines', to: 'ENG/REQ-012' }],
  })

  beforeEach(async () => {
    const spaces = [
      {
        container: 1002,
        spaceId: 502,
        site: 'wiki',
        key: 'OPS',
        name: 'Operations',
        variants: [
          { id: 5003, name: 'Current', current: true },
          { id: 5013, name: 'Draft' },
        ],
      },
    ]
    const requirements = [childOf('OPS-1', 5003, 10), childOf('OPS-1', 5013, 1000)]
    const scenario = { name: 'children', extends: ['demo'], world: { spaces, requirements } }
    author = await startStandaloneAuthor({ scenario } as never)
  })

  const shown = async () => (await author.done('GET', '/requirement2/ENG/REQ-012')).reverseDependencies ?? []
  const summed = async () => {
    const body = {
      formula: 'SUM(ext@Cost, from)',
      selection: { projectContainerId: 1001, keys: ['REQ-012'] },
    }
    const { results } = await author.made('POST', `/calculations/execute?${WIKI}`, body)
    return results[0].value
  }
  const matrix = async () => {
    const columns = [
      { label: 'Requirement', columnIndex: 0, parentColumnIndex: 0, step: { type: 'FIRST_COLUMN' } },
      { label: 'From', columnIndex: 1, parentColumnIndex: 0, step: { type: 'FROM', value: 'refines' } },
    ]
    const body = { columns, query: "key = 'REQ-012'" }
    return JSON.stringify(await author.done('PUT', '/traceability/ENG/uiTraceability', body))
  }

  test('are those of the current variant', async () => {
    expect(await shown()).toHaveLength(1)
    expect(await summed()).toBe(10)
    expect(await keysOf("from -> text ~ '%draft%'")).toEqual([])
    expect(await keysOf("from -> text ~ '%crew%'")).toEqual(['REQ-012'])
    expect((await matrix()).match(/"key":"OPS-1"/g)).toHaveLength(1)
  })

  test('and go when the row of the current variant is deleted', async () => {
    await author.done('DELETE', '/requirement2/OPS/OPS-1')
    expect(await shown()).toHaveLength(0)
    expect(await keysOf("from -> key = 'OPS-1'")).toEqual([])
    const { dependencies } = await author
      .made(
        'GET',
        '/applications/101/projects/1002/variants/5013/requirements/OPS-1?includeToDependencies=true',
      )
      .then((row) => ({ dependencies: row.toDependencies }))
    expect(dependencies).toMatchObject([{ key: 'REQ-012' }])
  })

  test('and one of another variant cannot be made a child by a link of the parent', async () => {
    await makeCurrent(DRAFT)
    const [parent] = (await author.made('GET', `/requirements?${WIKI}&projectContainerId=1002`)).items
    const link = { type: 'DEPENDENCY', direction: 'FROM', requirementId: 6008, relationship: 'uses' }
    const refused = await author.refused('POST', `/requirements/${parent.id}/links?${WIKI}`, link)
    expect(refused).toMatchObject(refusal(409, "'REQ-008' is not of the current variant"))
  })
})

describe('an import that runs over time', () => {
  const keys = Array.from({ length: 150 }, (_, at) => `GEN-${String(at + 1).padStart(3, '0')}`)
  const rows = keys.map((key, at) => ({ key, spaceKey: 'ENG', properties: [{ name: 'Cost', value: at }] }))
  let other: number

  beforeEach(async () => {
    const generate = [{ requirements: 150, space: 'ENG', prefix: 'GEN-' }]
    author = await startStandaloneAuthor(demoWith({ generate }))
    other = (await author.made('POST', `/variants?${WIKI}`, { projectContainerId: 1001, name: 'Copy' })).id
  })

  const withCost = async (variantId: number) => {
    const query = encodeURIComponent("key ~ 'GEN-%' AND ext@Cost IS NOT NULL")
    const variant = `/applications/101/projects/1001/variants/${variantId}`
    return (await author.made('GET', `${variant}/requirements?query=${query}`)).total
  }
  const start = async (place: object) =>
    (await author.made('POST', `/external-properties/import/json?${WIKI}`, { ...place, rows })).jobs[0].id

  test.each([{ projectContainerId: 1001 }, {}])(
    'stays in the variant that it began with: %j',
    async (place) => {
      const job = await start(place)
      await advance('1s')
      expect(await withCost(5001)).toBe(100)
      await makeCurrent(other)
      await author.control('POST', '/import', await author.control('GET', '/export'))
      await advance('5s')
      expect(await author.made('GET', `/jobs/${job}?${WIKI}`)).toMatchObject({ done: 150, failed: 0 })
      expect([await withCost(5001), await withCost(other)]).toEqual([150, 0])
    },
  )

  test('keeps its variant from being deleted', async () => {
    await start({})
    await makeCurrent(other)
    for (const number of [1, 2, 3]) await author.done('DELETE', `/baseline/ENG/${number}`)
    const refused = await author.refused('DELETE', `/variants/5001?${WIKI}`)
    expect(refused).toMatchObject(refusal(409, 'imports into variant 5001'))
    await advance('5s')
    await author.made('DELETE', `/variants/5001?${WIKI}`)
  })
})

describe('pages show the current variant', () => {
  const page = (id: number) => author.control('GET', `/pages/${id}`)
  const definedOn = async (id: number) => (await page(id)).definitions.map(({ key }: { key: string }) => key)
  const textOf = async (key: string) => (await author.done('GET', `/requirement2/ENG/${key}`)).htmlExcerpt
  const reindex = (id: number) => author.done('PUT', `/helpers/reindex/${id}`)
  const view = (id: number) => author.control('POST', `/pages/${id}/view`)

  test('reindexing and viewing a page leaves the texts of the other variant as they are', async () => {
    const made = await author.made('POST', `/variants?${WIKI}`, { projectContainerId: 1001, name: 'Night' })
    const list = `/requirements?${WIKI}&projectContainerId=1001&variantId=${made.id}&limit=200`
    const [first] = (await author.made('GET', list)).items
    await author.made('PUT', `/requirements/${first.id}?${WIKI}`, { text: 'The drone shall see at night.' })
    const day = await textOf('REQ-001')
    await makeCurrent(made.id)
    expect(await page(4001)).toMatchObject({ version: 2 })
    await reindex(4001)
    await view(4001)
    expect(await textOf('REQ-001')).toContain('at night')
    await makeCurrent(5001)
    await reindex(4001)
    await view(4001)
    expect(await textOf('REQ-001')).toBe(day)
    expect((await page(4002)).version).toBe(1)
  })

  test('a page keeps the order of its requirements over a change of variant and back', async () => {
    const order = ['REQ-003', 'REQ-001', 'REQ-002']
    await author.control('PUT', '/pages/4001', { content: order.map((key) => ({ key, html: key })) })
    await makeCurrent(DRAFT)
    await makeCurrent(5001)
    expect(await definedOn(4001)).toEqual(order)
  })

  test('a key of a page of the other variant can be taken by a second page, and both can be reindexed', async () => {
    await makeCurrent(DRAFT)
    expect(await definedOn(4001)).not.toContain('REQ-001')
    await author.done('POST', '/requirement2/ENG/REQ-001?pageId=4002')
    await author.control('PUT', '/pages/4002', { define: [{ key: 'REQ-001', html: '<p>Draft.</p>' }] })
    await view(4002)
    await makeCurrent(5001)
    for (const id of [4001, 4002]) await reindex(id)
    expect(await definedOn(4001)).toContain('REQ-001')
    expect(await definedOn(4002)).not.toContain('REQ-001')
    const renamed = await author.done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-050' })
    expect(renamed).toMatchObject({ key: 'REQ-050' })
    await makeCurrent(DRAFT)
    expect(await definedOn(4002)).toContain('REQ-001')
    expect(await textOf('REQ-001')).toContain('Draft.')
  })

  test('a requirement that waits for its excerpt is not lost on the way there and back', async () => {
    await author.control('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: '<p>Waits.</p>' }] })
    const made = await author.made('POST', `/variants?${WIKI}`, { projectContainerId: 1001, name: 'Copy' })
    await makeCurrent(made.id)
    expect(await textOf('REQ-001')).toContain('Waits.')
    await makeCurrent(5001)
    expect(await textOf('REQ-001')).toContain('Waits.')
    expect(await definedOn(4001)).toEqual(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006'])
  })

  test('a key that is only reserved is on no page afterwards either', async () => {
    await author.done('POST', '/requirement2/ENG/REQ-070?pageId=4001')
    await makeCurrent(DRAFT)
    await makeCurrent(5001)
    expect(await definedOn(4001)).not.toContain('REQ-070')
    await reindex(4001)
    expect(await author.done('GET', '/requirement2/ENG/REQ-070')).toMatchObject({ status: 'DELETED' })
  })
})

describe('the path segment current', () => {
  const segment = '/applications/101/projects/1001/variants/current/requirements?limit=200'
  const total = async () => (await author.made('GET', segment)).total

  test('means the variant of that name, and the current one if none has it', async () => {
    await makeCurrent(DRAFT)
    expect(await total()).toBe(12)
    await author.made('PUT', `/variants/5001?${WIKI}`, { name: 'Former' })
    expect(await total()).toBe(2)
    await author.made('PUT', `/variants/5001?${WIKI}`, { name: 'CURRENT' })
    expect(await total()).toBe(12)
    await author.made('PUT', `/variants/${DRAFT}?${WIKI}`, { name: 'current' })
    expect(await total()).toBe(2)
  })

  test('a scenario without a current variant gets one, and two are refused', async () => {
    const space = { site: 'wiki', key: 'NEW', name: 'New' }
    const withVariants = (variants: object[]) =>
      ({ name: 'v', extends: ['demo'], world: { spaces: [{ ...space, variants }] } }) as never
    await startStandaloneAuthor({ scenario: withVariants([{ name: 'Draft' }]) })
    const two = [
      { name: 'A', current: true },
      { name: 'B', current: true },
    ]
    await expect(startStandaloneAuthor({ scenario: withVariants(two) })).rejects.toThrow('current variant')
    const twins = [{ name: 'A' }, { name: 'A' }]
    await expect(startStandaloneAuthor({ scenario: withVariants(twins) })).rejects.toThrow('variant name')
  })
})
