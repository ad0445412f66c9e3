/** A world of several integrations: each has a wiki and a tracker of its own, a space, a project, an issue and a link. */
import type { ScenarioObject } from '../src/index.ts'

/**
 * A scenario of `count` integrations `svc-1`, `svc-2`, …: wiki `https://wiki-1.test/wiki` (application 101) with space
 * `S1`, tracker `https://tracker-1.test` (201) with issue `P1-1`, and so on. The user `admin` (token `tok-admin`)
 * administers all of them. `failing` messages of each wiki name an issue that its tracker does not have, which refuses them
 * every time.
 */
export function integrationsScenario(count: number, failing = 0): ScenarioObject {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const administrators = ['admin']
  const grants = { edit: ['admin'] }
  const sites = numbers.flatMap((number) => {
    const shared = { organization: 1, administrators }
    const wiki = { id: 100 + number, name: `wiki-${number}`, baseUrl: `https://wiki-${number}.test/wiki` }
    const tracker = { id: 200 + number, name: `tracker-${number}`, baseUrl: `https://tracker-${number}.test` }
    return [
      { ...wiki, type: 'CONFLUENCE' as const, ...shared },
      { ...tracker, type: 'JIRA' as const, ...shared },
    ]
  })
  const messages = numbers.flatMap((number) =>
    Array.from({ length: failing }, (_, index) => ({
      integration: `svc-${number}`,
      operation: 'LINK_ADDED' as const,
      requirement: `S${number}/REQ-001`,
      issue: `P${number}-999`,
      relationship: `of nothing ${index + 1}`,
    })),
  )
  return {
    name: `${count} integrations`,
    seed: 1,
    clock: { start: '2026-01-05T09:00:00Z' },
    world: {
      organizations: [{ id: 1, name: 'Northwind Robotics' }],
      users: [{ id: 1, name: 'admin', organizations: [{ organization: 1, role: 'admin' }] }],
      tokens: [{ user: 'admin', name: 'default', value: 'tok-admin', expires: '2036-01-05T09:00:00Z' }],
      sites,
      accountLinks: sites.map(({ name }) => ({ user: 'admin', site: name })),
      spaces: numbers.map((number) => ({
        site: `wiki-${number}`,
        key: `S${number}`,
        name: `Space ${number}`,
        grants,
      })),
      requirements: numbers.map((number) => ({
        space: `S${number}`,
        key: 'REQ-001',
        text: `The drone shall satisfy condition ${number}.`,
      })),
      projects: numbers.map((number) => ({
        site: `tracker-${number}`,
        key: `P${number}`,
        name: `Project ${number}`,
        grants,
      })),
      issueTypes: numbers.map((number) => ({ site: `tracker-${number}`, name: 'Story' })),
      issues: numbers.map((number) => ({
        project: `P${number}`,
        key: `P${number}-1`,
        type: 'Story',
        summary: 'Satisfy it',
      })),
      integrations: numbers.map((number) => ({
        serviceId: `svc-${number}`,
        wiki: `wiki-${number}`,
        tracker: `tracker-${number}`,
        wikiApplinkId: `of-wiki-${number}`,
        trackerApplinkId: `of-tracker-${number}`,
      })),
      links: numbers.map((number) => ({ issue: `P${number}-1`, requirement: `S${number}/REQ-001` })),
      outboundMessages: messages,
    },
  }
}
