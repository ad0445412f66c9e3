// What the story of a message sends, how much of the answers it shows, and what they must hold.

import { fields, items } from './cut.ts'
import type { StoryRequest } from './record.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const OUTBOUND = `${WIKI}/integration/svc-0001-demo/queue/outbound`
const TRACKER_QUEUE = `${TRACKER}/queue/99999999-8888-4777-8666-555555555555/messages`
export const OLD = 'The drone shall take off and land without a pilot at the controls.'
export const NEW = 'The drone shall take off, fly and land without a pilot.'
/** The message that the story follows, and one of the other direction. */
export const MESSAGE = 8003
export const INBOUND = 1
export const SILENT = "no response from 'https://tracker.northwind.test'"

const alice = { token: 'tok-alice' } as const
const admin = { token: 'tok-admin' } as const

export const edit: StoryRequest = {
  method: 'PUT',
  path: '/_sim/pages/4001',
  body: {
    as: 'alice',
    define: [{ key: 'REQ-001', html: NEW, properties: { Category: 'Functional', Priority: 'High' } }],
  },
  label: 'alice saves page 4001',
}
export const view: StoryRequest = {
  method: 'POST',
  path: '/_sim/pages/4001/view',
  body: { as: 'bob' },
  label: 'bob views page 4001',
}
export const advance: StoryRequest = {
  method: 'POST',
  path: '/_sim/clock/advance',
  body: { by: '3m' },
  label: 'synchronisation',
}
export const reset: StoryRequest = {
  method: 'POST',
  path: '/_sim/reset',
  body: {},
  label: 'the demo begins again',
}
export const loadDemo: StoryRequest = {
  method: 'POST',
  path: '/_sim/scenario',
  body: { name: 'demo' },
  label: 'the demo begins again',
}
export const loadSlow: StoryRequest = {
  method: 'POST',
  path: '/_sim/scenario',
  body: {
    name: 'slow-tracker',
    extends: ['demo'],
    world: { settings: [{ site: 'tracker', name: 'messageMilliseconds', value: 30_000 }] },
  },
  label: 'the demo begins, with a slow tracker',
}
export const setTracker = (status: 'ACTIVE' | 'DISABLED', label: string): StoryRequest => ({
  method: 'PATCH',
  path: '/_sim/sites/102',
  body: { status },
  label,
})
export const renameIssue: StoryRequest = {
  method: 'PUT',
  path: '/_sim/issues/30001',
  body: { as: 'alice', key: 'DRN-21' },
  label: 'alice gives DRN-1 the key DRN-21',
}
export const readRequirement: StoryRequest = {
  method: 'GET',
  path: `${WIKI}/requirement2/ENG/REQ-001`,
  ...alice,
  label: 'reads REQ-001',
}
export const readIssues: StoryRequest = { ...readRequirement, label: 'which issues link REQ-001?' }
export const readQueue: StoryRequest = { method: 'GET', path: OUTBOUND, ...alice, label: 'reads the queue' }
export const readMessage: StoryRequest = {
  ...readQueue,
  path: `${OUTBOUND}?includeDone=true&includeLastResponse=true`,
}
export const sendMessage: StoryRequest = {
  method: 'PUT',
  path: `${OUTBOUND}/${MESSAGE}`,
  ...admin,
  label: `admin sends message ${MESSAGE} by hand`,
}
export const readTrackerQueue: StoryRequest = {
  method: 'GET',
  path: TRACKER_QUEUE,
  ...admin,
  label: 'reads the queue',
}
export const readAnswers: StoryRequest = {
  method: 'GET',
  path: `${WIKI}/integration/svc-0001-demo/queue/inbound`,
  ...alice,
  label: 'reads the answers',
}
export const linksOf = (issue: string): StoryRequest => ({
  method: 'GET',
  path: `${TRACKER}/issuelinks/${issue}`,
  ...alice,
  label: `reads the links of ${issue}`,
})

export const synchronised = {
  cut: fields('now', ['fired', items({}, fields('kind', 'at'))]),
  holds: { fired: [{ kind: 'integration.synchronise' }] },
}
export const whatBegan = {
  cut: fields('scenario', ['clock', fields('now')]),
  holds: { clock: { now: '2026-01-05T09:00:00.000Z' } },
}
/** For requests whose answers were shown before. */
export const unseen = { cut: fields(), holds: {} }

export function textShown(html: string) {
  const shown = fields('spaceKey', 'key', 'relationship', 'html', 'refreshedAt')
  return { cut: items({ key: 'REQ-001' }, shown), holds: [{ key: 'REQ-001', html }] }
}

export function requirementShown(htmlExcerpt: string, htmlNeedsUpdating: boolean) {
  const cut = fields('key', 'status', 'htmlExcerpt', 'htmlNeedsUpdating')
  return { cut, holds: { htmlExcerpt, htmlNeedsUpdating } }
}

/** The outbound queue where everything waits, with messages about exactly these requirements. */
export function queueShown(...keys: readonly string[]) {
  const cut = items({}, fields('id', 'operation', 'key', 'status', 'attempts'))
  return { cut, holds: keys.map((key) => ({ key, status: 'PENDING', attempts: 0 })), count: keys.length }
}

export function messageShown(holds: object, alone = false) {
  const message = fields('id', 'operation', 'spaceKey', 'key', 'status', 'attempts', 'lastResponse')
  return alone ? { cut: message, holds } : { cut: items({ id: MESSAGE }, message), holds: [holds] }
}

export function issuesShown(issueKey: string) {
  const cut = fields('key', ['issues', items({}, fields('issueKey', 'relationship'))])
  return { cut, holds: { issues: [{ issueKey, relationship: 'implements' }] } }
}
