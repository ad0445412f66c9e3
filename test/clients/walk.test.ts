/** Random sequences of what the clients do, over one world: no row is ever dropped, and no refusal is a defect. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { embeddedTracker, embeddedWiki, hostedWiki, standalone } from './demo.ts'
import { discoverSites } from './discovery.ts'
import { test } from './doors.ts'
import { createEmbeddedWiki, linksOfIssue } from './embedded.ts'
import { createMatrixBuilder, createSavedMatrices, type Definition } from './hosted-matrix.ts'
import { createSearchClient } from './hosted-search.ts'
import { createStandaloneClient, type Kind, KINDS } from './standalone.ts'
import { Refused, type Wire } from './wire.ts'

const QUERIES = [
  "key ~ 'REQ-%'",
  "@Category = 'Safety'",
  "jira@tests IS NOT NULL OR key = 'REQ-007'",
  "key = 'REQ-404'",
  "status = 'DELETED'",
  'baseline = 1',
  'ext@Cost > 500',
] as const

/** What one client does next; numbers are taken modulo what there is. */
type Step = (clients: Clients, pick: (count: number) => number) => Promise<unknown>

const STEPS: Readonly<Record<string, Step>> = {
  search: ({ search }, pick) =>
    search.search(QUERIES[pick(QUERIES.length)] ?? '', {
      withLinks: pick(2) === 0,
      withDependencies: pick(2) === 0,
      withJiraData: pick(2) === 0,
      withExternalProperties: pick(2) === 0,
    }),
  async link({ api, search }, pick) {
    const { tracker, relationships } = await discoverSites(api)
    const rows = await search.search(QUERIES[pick(QUERIES.length)] ?? '')
    const relationshipId = relationships[pick(relationships.length)]?.id ?? 0
    const target = { jiraApplicationId: tracker.id, issueIds: [30001 + pick(6)], relationshipId }
    const counts = await search.link(rows, target)
    expect(counts.linked + counts.skipped + counts.unauthorized).toBe(rows.length)
  },
  async matrix(clients, pick) {
    const { builder, saved } = clients
    let matrix: Definition = builder.begin(QUERIES[pick(QUERIES.length)] ?? '')
    for (let count = pick(6); count > 0; count--) {
      const { choices, suggestions } = await builder.render(matrix)
      expect([0, matrix.columns.length]).toContain(suggestions.length)
      const parent = pick(matrix.columns.length)
      const offered = choices[parent] ?? []
      const choice = offered[pick(offered.length || 1)]
      if (choice !== undefined) matrix = builder.add(matrix, parent, choice)
    }
    const { id } = await saved.save({ name: `Matrix ${pick(9)}`, definition: matrix })
    const read = saved.definitionOf(await saved.read(id))
    expect(read).toEqual(matrix)
    expect((await builder.render(read)).cells).toEqual((await builder.render(matrix)).cells)
    if (pick(2) === 0) await saved.remove(id, { name: 'Gone', definition: matrix })
  },
  freeze: ({ wiki }, pick) =>
    wiki.freeze('ENG', `Release 3.${pick(100)}`, QUERIES[pick(QUERIES.length)] ?? ''),
  receive: ({ wiki }, pick) =>
    wiki.receive(
      'svc-0001-demo',
      Array.from({ length: pick(4) }, (_, index) => ({
        operation: pick(2) === 0 ? 'ADD_LINK' : 'REMOVE_LINK',
        title: `Message ${index}`,
        spaceKey: 'ENG',
        key: `REQ-${String(1 + pick(14)).padStart(3, '0')}`,
        issueKey: `DRN-${1 + pick(6)}`,
        relationship: pick(2) === 0 ? 'implements' : 'tests',
      })),
      30_000,
    ),
  flush: ({ wiki }) => wiki.flush('svc-0001-demo'),
  async property({ script }, pick) {
    const kind = (Object.keys(KINDS) as Kind[])[pick(5)] ?? 'Text'
    const { name } = await script.createProperty(
      `Of ${kind} ${pick(3)}`,
      kind,
      kind === 'Dropdown' ? ['Early', 'Late'] : undefined,
    )
    const values = { Text: 'text', Decimal: 1.5, Integer: 7, Boolean: true, Dropdown: 'Early' }
    await script.setValue(6001 + pick(12), name, values[kind])
  },
}

/** All of the clients in one world. */
function clientsOf(simulator: Simulator) {
  const opened = { address: '', simulator, fetch: simulator.fetch }
  const [hosted, api] = [hostedWiki(opened, 'tok-admin'), standalone(opened, 'tok-admin')]
  const [embedded, tracker] = [embeddedWiki(opened, 'admin'), embeddedTracker(opened, 'admin')]
  return {
    wires: [hosted, api, embedded, tracker] as readonly Wire[],
    api,
    tracker,
    search: createSearchClient(hosted),
    saved: createSavedMatrices(hosted),
    builder: createMatrixBuilder(hosted, 'ENG', {
      issueRelationships: ['implements', 'tests'],
      formula: 'ext@Cost + 1',
    }),
    wiki: createEmbeddedWiki(embedded),
    script: createStandaloneClient(api, 101),
  }
}
type Clients = ReturnType<typeof clientsOf>

/** Reads all that any step may have changed. */
async function readEverything({ search, saved, wiki, script, tracker }: Clients): Promise<void> {
  for (const query of QUERIES)
    await search.search(query, { withJiraData: true, withExternalProperties: true })
  await saved.search(false, 'ENG')
  for (const page of [4000, 4001, 4002]) await wiki.pageRequirements('ENG', page)
  await wiki.search('ENG', '', { includeArchived: true })
  await wiki.baselines('ENG')
  const properties = await script.properties()
  await script.usage(properties.map(({ id }) => id))
  for (const { id } of properties) await script.requirementsWith(id)
  await script.requirements(1001, { includeToDependencies: true, includeJiraIssueLinks: true })
  for (const issue of [1, 2, 3, 4, 5]) await linksOfIssue(tracker, `DRN-${issue}`)
}

const walk = fc.array(
  fc.tuple(
    fc.constantFrom(...Object.keys(STEPS)),
    fc.array(fc.nat(), { minLength: 60, maxLength: 60, size: 'max' }),
  ),
  { minLength: 8, maxLength: 16, size: 'max' },
)

test('no sequence of sessions makes a client drop a row', async ({ sim }) => {
  await fc.assert(
    fc.asyncProperty(walk, async (steps) => {
      const clients = clientsOf(sim.fork())
      for (const [name, numbers] of steps) {
        let next = 0
        const pick = (count: number): number => (numbers[next++ % numbers.length] ?? 0) % count
        await STEPS[name]!(clients, pick).catch(refusedByRule)
      }
      await readEverything(clients)
      expect(clients.wires.flatMap(({ dropped }) => dropped)).toEqual([])
    }),
    { numRuns: 20, seed: 27 },
  )
}, 60_000)

/** A name that is taken is no defect of anybody. */
function refusedByRule(error: unknown): void {
  if (!(error instanceof Refused) || error.status !== 409) throw error
}
