/** The same session by clients of two generations: each drops no row of the world that is set for it, and all of the other. */
import { describe, expect } from 'vitest'
import { hostedWiki, standalone } from './demo.ts'
import { discoverSites } from './discovery.ts'
import { DEMO, type Opened, test, throughDoors } from './doors.ts'
import { createSearchClient, type Generation } from './hosted-search.ts'

const CONFIGS = { current: {}, earlier: { assumptions: { preset: 'earlier-clients' } } } as const

/** Finds what is urgent, links it to an issue, and finds it again by the link. */
async function session(opened: Opened, generation: Generation) {
  const api = standalone(opened)
  const wire = hostedWiki(opened)
  const { tracker, relationships } = await discoverSites(api)
  const client = createSearchClient(wire, { generation, limit: 2 })
  const parts = { withExternalProperties: true }
  const urgent = await client.search("@Priority = 'High' AND ext@Cost > 300", parts)
  const relationshipId = relationships.find(({ name }) => name === 'tests')?.id ?? 0
  const target = { jiraApplicationId: tracker.id, issueIds: [30005], relationshipId }
  const counts = await client.link(urgent, target)
  const linked = await client.search("jira@tests = 'DRN-5'", parts)
  return { urgent, counts, linked }
}

const other = { current: 'earlier', earlier: 'current' } as const

throughDoors('two generations', () => {
  describe.each(['current', 'earlier'] as const)('in the world of the %s one', (world) => {
    test.override({ simulatorOptions: { ...DEMO, config: CONFIGS[world] } })

    test('it works', async ({ opened }) => {
      const { urgent, counts, linked } = await session(opened, world)
      expect(urgent.map(({ key }) => key)).toEqual(['REQ-004', 'REQ-007', 'REQ-010'])
      for (const { properties } of urgent) {
        expect(properties).toContainEqual({ name: 'Priority', value: 'High', external: false })
        expect(properties).toContainEqual(expect.objectContaining({ name: 'Cost', external: true }))
      }
      expect(counts).toEqual({ linked: 3, skipped: 0, unauthorized: 0 })
      expect(linked).toEqual(urgent)
    })

    test('the other one drops every row', async ({ opened }) => {
      const { urgent, counts } = await session(opened, other[world])
      expect(urgent).toEqual([])
      expect(opened.wires.splice(0).flatMap(({ dropped }) => dropped)).not.toEqual([])
      expect(counts).toEqual({ linked: 0, skipped: 0, unauthorized: 0 })
    })
  })
})
