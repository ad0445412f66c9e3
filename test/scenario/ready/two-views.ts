/** A world in which wiki and tracker disagree on links in every way that there is, and what each product shows of one. */
import { expect } from 'vitest'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { clientOf } from '../../support/client.ts'
import { APPLINK, TRACKER } from '../../api/tracker/linking.ts'

export { APPLINK } from '../../api/tracker/linking.ts'

export const SERVICE = 'svc-0001-demo'

/** One link: what it should be, and the names under which either product may show it. */
export interface TwoFaced {
  readonly id: number
  readonly issue: string
  readonly key: string
  readonly relationship?: string
  readonly baseline?: number
  /** Another key of the issue that the wiki may use. */
  readonly oldIssue?: string
}

const link = (id: number, more: Partial<TwoFaced> = {}): TwoFaced => ({
  id,
  issue: `DRN-${id}`,
  key: `TWO-${id}`,
  ...more,
})

/** Each way to disagree, with a link of its own. */
export const DISAGREEMENTS = {
  'only the wiki has it': link(501),
  'only the tracker has it': link(502),
  'another relationship in the tracker': link(503, { relationship: 'tests' }),
  'the old key in the tracker': link(504),
  'the old issue key in the wiki': link(505, { oldIssue: 'DRN-905' }),
  'an old text in the tracker': link(506),
  'a lost key that the wiki knows': link(507),
  'a lost key that nobody knows': link(508),
  'a deleted requirement in the tracker': link(509),
  'a deleted issue in the wiki': link(510, { oldIssue: 'DRN-910' }),
  'an old application link in the tracker': link(511),
  'another baseline in the tracker': link(512, { baseline: 4 }),
} as const satisfies Readonly<Record<string, TwoFaced>>
export type Disagreement = keyof typeof DISAGREEMENTS

const entry = (id: number, more: object = {}) => ({
  id,
  issue: `DRN-${id}`,
  requirement: `ENG/TWO-${id}`,
  ...more,
})
const numbers = Object.values(DISAGREEMENTS).map(({ id }) => id)

/** As a scenario: nothing waits, so that only what a test does brings the two together. */
export const TWO_FACED = {
  name: 'two-faced',
  extends: ['demo'],
  world: {
    requirements: [
      ...numbers.map((id) => ({ space: 'ENG', key: `TWO-${id}`, text: `The drone shall do ${id}.` })),
      { space: 'ENG', key: 'OLD-504', status: 'MOVED', movedTo: { space: 'ENG', key: 'TWO-504' } },
    ].map((row) => (row.key === 'TWO-509' ? { ...row, status: 'DELETED' } : row)),
    baselines: [
      { space: 'ENG', number: 4, name: 'Frozen', status: 'DONE', requirements: ['TWO-512'] },
      { space: 'ENG', number: 5, name: 'Frozen again', status: 'DONE', requirements: ['TWO-512'] },
    ],
    issues: numbers.map((id) => ({
      id,
      project: 'DRN',
      key: `DRN-${id}`,
      type: 'Bug',
      summary: `Something of ${id}`,
    })),
    links: [
      { id: 40001, remove: true },
      entry(501, { faces: 'wiki' }),
      entry(502, { faces: 'tracker' }),
      entry(503, { relationship: 'tests', inTracker: { relationship: 'blocks' } }),
      entry(504, { inTracker: { requirement: 'ENG/OLD-504' } }),
      entry(505, { inWiki: { issue: 'DRN-905' } }),
      entry(506),
      entry(507, { lostKey: true }),
      entry(508, { faces: 'tracker', lostKey: true }),
      entry(509, { faces: 'tracker' }),
      entry(510, { faces: 'wiki', inWiki: { issue: 'DRN-910' } }),
      entry(511, { inTracker: { applinkId: 'an-application-link-of-before' } }),
      entry(512, { baseline: 4, inTracker: { baseline: 5 } }),
    ],
    trackerTexts: [
      { integration: SERVICE, requirement: 'ENG/TWO-506', text: 'What it said last year.' },
      { integration: SERVICE, requirement: 'ENG/OLD-504', text: 'The drone shall do 504.' },
    ],
    outboundMessages: [
      { id: 8001, remove: true },
      { id: 8002, remove: true },
    ],
  },
} as const

export async function startTwoFaced(): Promise<Simulator> {
  return createSimulator({ scenario: TWO_FACED as never })
}

/** Calls of a world of its own, as an administrator of both products, and what both show of a link. */
export function visitorOf(simulator: Simulator) {
  const client = clientOf(simulator)
  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, path, { token: 'tok-admin', ...(body === undefined ? {} : { body }) })
  const done = async (method: string, path: string, body?: unknown) => {
    const reply = await call(method, path, body)
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const wiki = (method: string, path: string, body?: unknown) =>
    done(method, `/wiki/rest/reqs/1${path}`, body)
  const tracker = (method: string, path: string, body?: unknown) => done(method, `${TRACKER}${path}`, body)
  return {
    call,
    wiki,
    tracker,
    advance: (by: string) => void simulator.clock.advance(by),
    /** What the repair of the wiki finds about a link; undefined when the products agree. */
    async kindOf({ id, key }: TwoFaced): Promise<string | undefined> {
      const { discrepancies } = await wiki('GET', '/repair/trackerlinks')
      const [byId, byKey] = [
        discrepancies.find((one: { id: number }) => one.id === id),
        discrepancies.find((one: { wiki?: { key: string } }) => one.wiki?.key === key),
      ]
      return (byId ?? byKey)?.kind
    },
    /** `tests DRN-503` of the requirement in the wiki: what it shows itself. */
    async inWiki({ key, baseline }: TwoFaced): Promise<string[]> {
      const version = baseline === undefined ? '' : `?v=${baseline}`
      const row = await wiki('GET', `/requirement2/ENG/${key}${version}`)
      return row.issues.map(
        ({ relationship, issueKey }: Record<string, string>) => `${relationship} ${issueKey}`,
      )
    },
    /** `tests TWO-503`, or `tests TWO-503 in 4`, of the issue in the tracker: what it shows itself. */
    async inTracker({ issue }: TwoFaced): Promise<string[]> {
      const links = await tracker('GET', `/issuelinks/${issue}`)
      return links.map(({ relationship, key, baseline }: Record<string, unknown>) =>
        [relationship, key ?? '?', ...(baseline === null ? [] : [`in ${baseline}`])].join(' '),
      )
    },
    async textInTracker({ issue }: TwoFaced): Promise<string | undefined> {
      const [first] = await tracker('GET', `/issuelinks/${issue}`)
      return first?.html
    },
  }
}
export type Visitor = ReturnType<typeof visitorOf>

const relationshipOf = ({ relationship = 'implements' }: TwoFaced) => relationship

/** What the two should show of a link: the wiki, and the tracker. */
export function rightly(one: TwoFaced): [wiki: string[], tracker: string[]] {
  const relationship = relationshipOf(one)
  const frozen = one.baseline === undefined ? '' : ` in ${one.baseline}`
  return [[`${relationship} ${one.issue}`], [`${relationship} ${one.key}${frozen}`]]
}

/** A link as bodies and messages name it. */
export const named = (one: TwoFaced) => ({
  spaceKey: 'ENG',
  key: one.key,
  relationship: relationshipOf(one),
  ...(one.baseline === undefined ? {} : { baseline: one.baseline }),
})

/** The wiki forgets the links of an issue, by every key that it knows it by. */
const resetting = ({ issue, oldIssue }: TwoFaced) =>
  [issue, ...(oldIssue === undefined ? [] : [oldIssue])].map((issueKey) => ({
    operation: 'RESET_LINKS',
    issueKey,
  }))

type Act = (visitor: Visitor, one: TwoFaced) => Promise<unknown>

/** The documented ways that go for any disagreement. */
export const WAYS = {
  /** The wiki heals (service §4.6). */
  heal: ({ wiki }) => wiki('PUT', '/repair/trackerlinks', {}),
  /** The wiki drops (service §4.6). */
  drop: ({ wiki }) => wiki('DELETE', '/repair/trackerlinks'),
  /** The tracker goes through all links of all requirements of the issue (service §4.7). */
  synchronise: async (visitor, { issue }) => {
    await visitor.tracker('PUT', `/sync?issues=${issue}`)
    visitor.advance('1s')
  },
  /** The issue gets the links that it should have, instead of those that it has (service §4.7). */
  overwrite: ({ call }, one) =>
    call('PUT', `${TRACKER}/issuelinks/${one.issue}`, [{ applinkId: APPLINK, ...named(one) }]),
  /** The wiki is told to forget the links of the issue (service §4.5). */
  reset: ({ wiki }, one) => wiki('POST', `/integration/${SERVICE}/queue/inbound`, resetting(one)),
  /** The same, and then told of the link that there should be. */
  'reset and add': ({ wiki }, one) =>
    wiki('POST', `/integration/${SERVICE}/queue/inbound`, [
      ...resetting(one),
      { operation: 'ADD_LINK', issueKey: one.issue, ...named(one) },
    ]),
  /** The tracker repairs its application link (service §4.7). */
  'repair the application link': ({ tracker }) => tracker('POST', `/queue/${APPLINK}/repair-applink`),
} as const satisfies Readonly<Record<string, Act>>
export type Way = keyof typeof WAYS
