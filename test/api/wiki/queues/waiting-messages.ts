/** Messages of every kind that wait for one synchronisation (service §4.7, §6.2), in a world with as many requirements and issues. */
import { applications } from '../../../../src/model/records/service/applications.ts'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { synchronise } from '../../../../src/model/integration/queues/synchronisation.ts'
import { type IntegrationRecord, integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issues } from '../../../../src/model/records/tracker/tracker.ts'
import { type InboundMessage } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { type RequirementRecord, requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { worldSchema } from '../../../../src/model/schema.ts'
import { variants } from '../../../../src/model/records/wiki/variants.ts'
import type { Store } from '../../../../src/world/store/store.ts'
import { World } from '../../../../src/world/world.ts'

const START = Date.parse('2026-01-05T09:00:00Z')

type Queued = Parameters<typeof enqueueOutbound>[1]

/** A wiki with so many requirements, a tracker with as many issues, and what connects them. */
export interface Bench {
  readonly world: World
  readonly store: Store
  readonly integration: IntegrationRecord
  readonly count: number
}

/** Kinds of messages by name: how so many of them come to wait. */
export const WAITING: Readonly<Record<string, (bench: Bench) => void>> = {
  'REQUIREMENT_UPDATED, one each': (bench) =>
    each(bench, (key) => tell(bench, { operation: 'REQUIREMENT_UPDATED', key })),
  'REQUIREMENT_UPDATED of one that all issues link'(bench) {
    each(bench, (_key, issueKey) => tell(bench, link('LINK_ADDED', keyOf(1), issueKey)))
    synchronise({ world: bench.world, store: bench.store, integration: bench.integration })
    each(bench, () => tell(bench, { operation: 'REQUIREMENT_UPDATED', key: keyOf(1) }))
  },
  'REQUIREMENT_RENAMED, one each': (bench) =>
    each(bench, (key) => tell(bench, { operation: 'REQUIREMENT_RENAMED', key, newKey: `${key}-N` })),
  'REQUIREMENT_RENAMED, one to and fro': (bench) =>
    each(bench, (_key, _issueKey, number) => {
      const [key, newKey] = number % 2 === 0 ? ['A', 'B'] : ['B', 'A']
      tell(bench, { operation: 'REQUIREMENT_RENAMED', key, newKey })
    }),
  'REQUIREMENT_DELETED, each linked': (bench) => {
    each(bench, (key) => tell(bench, link('LINK_ADDED', key, issueOf(1))))
    synchronise({ world: bench.world, store: bench.store, integration: bench.integration })
    each(bench, (key) => tell(bench, { operation: 'REQUIREMENT_DELETED', key }))
  },
  'LINK_ADDED to one issue': (bench) =>
    each(bench, (key) => tell(bench, link('LINK_ADDED', key, issueOf(1)))),
  'LINK_ADDED to one requirement': (bench) =>
    each(bench, (_key, issueKey) => tell(bench, link('LINK_ADDED', keyOf(1), issueKey))),
  'LINK_ADDED and LINK_REMOVED of one link': (bench) =>
    each(bench, (_key, _issueKey, number) =>
      tell(bench, link(number % 2 === 0 ? 'LINK_REMOVED' : 'LINK_ADDED', keyOf(1), issueOf(1))),
    ),
  'LINK_ADDED, half to an issue that there is not': (bench) =>
    each(bench, (_key, issueKey, number) =>
      tell(bench, link('LINK_ADDED', keyOf(1), number % 2 === 0 ? issueKey : `NONE-${number}`)),
    ),
  'BASELINE_UPDATED of what is gone': (bench) =>
    each(bench, (_key, _issueKey, number) =>
      tell(bench, { operation: 'BASELINE_UPDATED', baseline: number }),
    ),
  'ADD_LINK of one issue': (bench) => each(bench, (key) => hear(bench, link('ADD_LINK', key, issueOf(1)))),
  'ADD_LINK of one requirement': (bench) =>
    each(bench, (_key, issueKey) => hear(bench, link('ADD_LINK', keyOf(1), issueKey))),
  'REMOVE_LINK of one issue'(bench) {
    each(bench, (key) => hear(bench, link('ADD_LINK', key, issueOf(1))))
    synchronise({ world: bench.world, store: bench.store, integration: bench.integration })
    each(bench, (key) => hear(bench, link('REMOVE_LINK', key, issueOf(1))))
  },
  'RESET_LINKS and ADD_LINK in turn': (bench) =>
    each(bench, (key, _issueKey, number) =>
      hear(
        bench,
        number % 2 === 0
          ? { operation: 'RESET_LINKS', issueKey: issueOf(1), relationship: `r${number}` }
          : link('ADD_LINK', key, issueOf(1)),
      ),
    ),
  'ISSUE_RENAMED, one again and again': (bench) =>
    each(bench, (_key, _issueKey, number) =>
      hear(bench, { operation: 'ISSUE_RENAMED', issueKey: `X-${number}`, newIssueKey: `X-${number + 1}` }),
    ),
  'both sides about one issue'(bench) {
    each(bench, (key, _issueKey, number) => {
      if (number % 2 === 0) tell(bench, link('LINK_ADDED', key, issueOf(1)))
      else hear(bench, link('ADD_LINK', key, issueOf(1)))
    })
  },
  'both sides about one requirement'(bench) {
    each(bench, (_key, issueKey, number) => {
      if (number % 2 === 0) tell(bench, link('LINK_ADDED', keyOf(1), issueKey))
      else hear(bench, link('ADD_LINK', keyOf(1), issueKey))
    })
  },
}

export function createBench(count: number): Bench {
  const world = new World(worldSchema, {
    seed: 'bench',
    clock: { now: START, start: START, mode: 'manual', speed: 1 },
  })
  const store = world.region('eu')
  const site = { organizationId: 1, status: 'ACTIVE', selfHosted: true } as const
  store
    .table(applications)
    .insert({ id: 101, name: 'W', type: 'CONFLUENCE', baseUrl: 'https://w.test', ...site })
  store.table(applications).insert({ id: 102, name: 'T', type: 'JIRA', baseUrl: 'https://t.test', ...site })
  const project = { level: 'PROJECT', createdAt: world.now } as const
  store.table(containers).insert({
    ...project,
    id: 1001,
    applicationId: 101,
    projectContainerId: 1001,
    type: 'SPACE',
    name: 'ENG',
    key: 'ENG',
    spaceId: 1,
    spaceKey: 'ENG',
  })
  store
    .table(variants)
    .insert({ id: 5001, projectContainerId: 1001, name: 'Current', current: true, createdAt: world.now })
  for (let number = 1; number <= count; number++) {
    store.table(requirements).insert(createRequirement(number))
    store.table(issues).insert({
      id: number,
      containerId: number,
      applicationId: 102,
      projectContainerId: 2001,
      key: issueOf(number),
      issueTypeId: 1,
      status: 'Open',
    })
  }
  const integration = store.table(integrations).insert({
    serviceId: 'svc',
    wikiApplicationId: 101,
    trackerApplicationId: 102,
    wikiApplinkId: 'wiki-link',
    trackerApplinkId: 'tracker-link',
    label: 'T',
    mode: 'AUTO',
    version: 9,
    status: 'ACTIVE',
    displayUrl: 'https://t.test',
    rpcUrl: 'https://t.test',
    endpoint: 'https://t.test/rest/reqs/1',
  })
  return { world, store, integration, count }
}

function createRequirement(number: number): RequirementRecord {
  const text = `The drone shall satisfy condition ${number} while it flies.`
  return {
    id: number,
    applicationId: 101,
    projectContainerId: 1001,
    spaceKey: 'ENG',
    variantId: 5001,
    key: keyOf(number),
    status: 'ACTIVE',
    html: `<p>${text}</p>`,
    text,
    originContainerId: 4001 + (number % 100),
    pageId: 4001 + (number % 100),
    properties: [],
    externalProperties: [],
    dependencies: [],
    htmlNeedsUpdating: false,
    createdAt: START,
  }
}

const keyOf = (number: number) => `REQ-${number}`
const issueOf = (number: number) => `DRN-${number}`

function each({ count }: Bench, action: (key: string, issueKey: string, number: number) => void): void {
  for (let number = 1; number <= count; number++) action(keyOf(number), issueOf(number), number)
}

function link<O extends string>(operation: O, key: string, issueKey: string) {
  return { operation, spaceKey: 'ENG', key, issueKey, relationship: 'implements' }
}

function tell({ world, store }: Bench, message: Omit<Queued, 'serviceId' | 'applinkId'>): void {
  const { operation, newKey } = message
  const place = { spaceKey: 'ENG', ...(newKey === undefined ? {} : { newSpaceKey: 'ENG' }) }
  enqueueOutbound(
    { world, store, actor: undefined },
    {
      ...place,
      ...message,
      operation,
      serviceId: 'svc',
      applinkId: 'wiki-link',
    },
  )
}

function hear({ world, store, integration }: Bench, message: InboundMessage): void {
  enqueueInbound({ world, store, actor: undefined }, integration, message)
}
