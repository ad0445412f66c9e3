/** A second site with a key that an extended scenario has made the entries of that scenario ambiguous. */
import { expect, test } from 'vitest'
import { createSimulator, ScenarioError, type Simulator } from '../../src/index.ts'
import { readySource } from '../../src/scenario/ready/ready.ts'
import { resolveScenario } from '../../src/scenario/resolve.ts'

const SECOND = {
  name: 'second',
  extends: ['demo'],
  world: {
    sites: [
      { name: 'wiki2', id: 111, type: 'CONFLUENCE', baseUrl: 'https://w2.example/wiki', organization: 1 },
      { name: 'tracker2', id: 112, type: 'JIRA', baseUrl: 'https://t2.example', organization: 1 },
    ],
    integrations: [{ serviceId: 'svc-2', wiki: 'wiki2', tracker: 'tracker2' }],
    issueTypes: [{ site: 'tracker2', name: 'Story' }],
    spaces: [{ site: 111, key: 'ENG', name: 'Engines' }],
    projects: [{ site: 'tracker2', key: 'DRN', name: 'Drains' }],
    issues: [{ project: 'DRN', key: 'DRN-1', type: 'Story', summary: 'Drain' }],
    pages: [{ space: 'ENG', title: 'Flight control', links: ['ENG/REQ-002'] }],
    requirements: [
      {
        space: 'ENG',
        key: 'REQ-001',
        page: 'Flight control',
        text: 'It shall drain.',
        dependencies: [{ to: 'wiki/ENG/REQ-002' }, { to: { space: 'ENG', key: 'REQ-003' } }],
      },
      { space: 'wiki/ENG', key: 'REQ-012', text: 'Changed from afar.' },
    ],
    links: [{ issue: 'DRN-1', requirement: 'ENG/REQ-001' }],
    outboundMessages: [
      { integration: 'svc-2', operation: 'REQUIREMENT_UPDATED', requirement: 'ENG/REQ-001' },
    ],
  },
  generate: [{ requirements: 2, space: 'ENG', prefix: 'G-', links: { project: 'DRN', share: 1 } }],
  timeline: [{ as: 'admin', edit: { page: 'Flight control', space: 'ENG', title: 'Flow control' } }],
}

const requirementsOf = (sim: Simulator, application: number) =>
  sim
    .state('requirement', { applicationId: application, spaceKey: 'ENG' })
    .map(({ key, text }) => `${key} ${text}`)

test('each file means its own, and what it extends keeps meaning what it meant', async () => {
  const plain = await createSimulator()
  const sim = await createSimulator({ scenario: SECOND as never })
  expect(requirementsOf(sim, 111)).toEqual([
    'REQ-001 It shall drain.',
    expect.stringMatching(/^G-/),
    expect.stringMatching(/^G-/),
  ])
  const [first, ...others] = requirementsOf(plain, 101)
  expect(requirementsOf(sim, 101).slice(0, 1)).toEqual([first])
  expect(requirementsOf(sim, 101)).toHaveLength(others.length + 1)
  expect(sim.state('requirement', { applicationId: 101, key: 'REQ-012' })[0]?.text).toBe('Changed from afar.')
  expect(sim.state('baseline').map(({ name }) => name)).toEqual(
    plain.state('baseline').map(({ name }) => name),
  )
  const linked = sim.state('issueLink', { serviceId: 'svc-2' }).map(({ wiki }) => wiki)
  expect(linked).toHaveLength(3)
  expect(linked[0]).toMatchObject({ spaceKey: 'ENG', key: 'REQ-001', issueKey: 'DRN-1' })
  expect(sim.state('issueLink', { serviceId: 'svc-0001-demo' })).toEqual(plain.state('issueLink'))
  expect((await sim.run()).steps.flatMap(({ failures }) => failures)).toEqual([])
  expect(sim.state('container').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Flight control', 'Flow control']),
  )
})

const files: Readonly<Record<string, unknown>> = {
  second: SECOND,
  both: { extends: ['second'], world: { pages: [{ space: 'ENG', title: 'Whose?' }] } },
  below: {
    extends: ['second'],
    world: {
      spaces: [{ site: 'wiki', key: 'ENG', name: 'Renamed' }],
      pages: [{ space: 'ENG', title: 'Mine' }],
    },
  },
}

const resolve = (name: string) =>
  resolveScenario({ file: name, value: files[name] }, async (reference) =>
    files[reference] === undefined ? readySource(reference) : { file: reference, value: files[reference] },
  )

test('a file that gives neither and extends both has to say which', async () => {
  const error = await resolve('both').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ScenarioError)
  expect((error as ScenarioError).problems).toHaveLength(1)
  expect((error as ScenarioError).message).toMatch(/^both .*space 'ENG': give the id, or SITE\/KEY$/)
})

test('a file that gives one of them, though to change it, means that', async () => {
  const { world } = await resolve('below')
  expect(world.pages?.find(({ title }) => title === 'Mine')?.space).toBe('wiki/ENG')
  expect(world.spaces?.filter(({ key }) => key === 'ENG').map(({ name }) => name)).toEqual([
    'Renamed',
    'Engines',
  ])
})

test('keys that one site has are left as they are written', async () => {
  const { world } = await resolve('second')
  const of = (space: string) => (world.requirements ?? []).filter((each) => each.space === space).length
  expect([of('LAB'), of('ENG'), of('wiki2/ENG')]).toEqual([1, 0, 1])
})
