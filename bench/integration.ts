/**
 * What one synchronisation of many messages costs, by kind of message, and what links cost an issue that has many (service
 * §4.7, §6.2): each for a number and for four times as many, which ought to take about four times as long.
 */
import { applications } from '../src/model/applications/records.ts'
import { containers } from '../src/model/containers/records.ts'
import { synchronise } from '../src/model/integration/synchronisation.ts'
import { type IntegrationRecord, integrations, type IssueRecord, issues } from '../src/model/links/records.ts'
import { enqueueInbound } from '../src/model/messages/inbound.ts'
import { enqueueOutbound } from '../src/model/messages/outbound.ts'
import { requirements } from '../src/model/requirements/records.ts'
import type { InboundMessage } from '../src/model/tracker/records.ts'
import { addLinks, linksOfIssue, overwriteLinks, type WantedLink } from '../src/model/tracker/links.ts'
import { variants } from '../src/model/variants/records.ts'
import type { Store } from '../src/world/store.ts'
import type { World } from '../src/world/world.ts'
import { createEmptyWorld, createRequirement } from './large-world.ts'
import { type Row, rowOf } from './measure.ts'

const ROUNDS = 5
const FEWER = 750
const MORE = 3000
const FEWER_LINKS = 1000
const MORE_LINKS = 16_000
/** How much worse than linear a figure may be: trees are a little deeper, and small figures unsteady. */
const LENIENCE = 2

type Queued = Parameters<typeof enqueueOutbound>[3]

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
    synchronise(bench.world, bench.store, bench.integration)
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
    synchronise(bench.world, bench.store, bench.integration)
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
    synchronise(bench.world, bench.store, bench.integration)
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

/** What is done to an issue with many links, by name. */
const LINKING: Readonly<
  Record<string, (bench: Bench, issue: IssueRecord, links: readonly WantedLink[]) => void>
> = {
  adding: () => {},
  listing: ({ store }, issue) => void linksOfIssue(store, issue),
  'adding them again': (bench, issue, links) => void addLinks({ ...bench, actor: undefined }, issue, links),
  overwriting: (bench, issue, links) =>
    overwriteLinks({ ...bench, actor: undefined }, issue, links, undefined),
  'taking all off': (bench, issue) => overwriteLinks({ ...bench, actor: undefined }, issue, [], undefined),
}

/** Rows for each kind of message, and for links of one issue: the larger figure, and how far it is from linear. */
export function measureIntegration(): Row[] {
  return [
    ...Object.entries(WAITING).flatMap(([name, fill]) =>
      compared(`${MORE} messages, ${name}`, MORE / FEWER, [FEWER, MORE], (count) => measureRun(count, fill)),
    ),
    ...Object.entries(LINKING).flatMap(([name, act]) =>
      compared(
        `${MORE_LINKS} links of an issue, ${name}`,
        MORE_LINKS / FEWER_LINKS,
        [FEWER_LINKS, MORE_LINKS],
        (count) => measureLinks(count, name, act),
      ),
    ),
  ]
}

/** The cost of the larger number, and its ratio to the smaller one beside what is linear. */
function compared(
  name: string,
  factor: number,
  [fewer, more]: readonly [number, number],
  measure: (count: number) => number,
): Row[] {
  // In turn, so that what else the machine does meanwhile meets both.
  const pairs = Array.from({ length: ROUNDS }, () => [measure(fewer), measure(more)] as const)
  const large = pairs.map(([, time]) => time)
  const ratios = pairs.map(([small, time]) => time / small / factor)
  return [
    rowOf({ name, unit: 'ms' }, large),
    rowOf({ name: `${name}, beside linear`, unit: '×', target: LENIENCE }, ratios),
  ]
}

/** Milliseconds of one synchronisation of messages that wait. */
function measureRun(count: number, fill: (bench: Bench) => void): number {
  const bench = createBench(count)
  fill(bench)
  return timeOf(() => synchronise(bench.world, bench.store, bench.integration))
}

/** Milliseconds of what is done to an issue with so many links; of making them where that is what counts. */
function measureLinks(
  count: number,
  name: string,
  act: (bench: Bench, issue: IssueRecord, links: readonly WantedLink[]) => void,
): number {
  const bench = createBench(count)
  const issue = bench.store.table(issues).get(1) as IssueRecord
  const links = Array.from({ length: count }, (_, index) => ({
    integration: bench.integration,
    spaceKey: 'ENG',
    key: keyOf(index + 1),
    relationship: 'implements',
  }))
  const adding = timeOf(() => {
    for (let start = 0; start < count; start += FEWER_LINKS)
      addLinks({ ...bench, actor: undefined }, issue, links.slice(start, start + FEWER_LINKS))
  })
  return name === 'adding' ? adding : timeOf(() => act(bench, issue, links))
}

export function createBench(count: number): Bench {
  const world = createEmptyWorld()
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
    store.table(requirements).insert({ ...createRequirement(number), dependencies: [], key: keyOf(number) })
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
  enqueueOutbound(world, store, undefined, {
    ...place,
    ...message,
    operation,
    serviceId: 'svc',
    applinkId: 'wiki-link',
  })
}

function hear({ world, store, integration }: Bench, message: InboundMessage): void {
  enqueueInbound(world, store, undefined, integration, message)
}

function timeOf(action: () => void): number {
  const start = performance.now()
  action()
  return performance.now() - start
}
