/** The data of the queues panel, separate from the page so that it can be tested alone. */

import type { Queue, QueueMessage } from '../../../control/responses/state.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { MessageStatus } from '../../../model/records/tracker/outbound-messages.ts'
import type { Region } from '../../../model/schema.ts'

/** The columns of a lane from left to right. */
export const STATUSES = ['PENDING', 'NOT_EXECUTED', 'FAILED', 'DONE'] as const satisfies MessageStatus[]
export type Counts = Queue['outbound']['counts']

/** `outbound` is from the wiki to the tracker, `inbound` the other direction. */
export type Direction = 'outbound' | 'inbound'

/** A message of either queue, as `GET /state/…` lists it; `createdAt` in virtual milliseconds since 1970. */
export type Message = Omit<QueueMessage, 'createdAt'> & {
  readonly serviceId: string
  readonly createdAt: number
}

/** An integration with its region. */
export type Integration = Queue & { readonly region: Region }

/** A wiki or a tracker, as `GET /state/application` lists it, with its region. */
export type Site = ApplicationRecord & {
  readonly region: Region
  /** The id of the fault that stops its responses. */
  readonly outage?: string
}

/** The action that removes an obstacle. */
export type Repair =
  | { readonly kind: 'site'; readonly site: Site }
  | { readonly kind: 'fault' }
  | { readonly kind: 'mode' }
  | { readonly kind: 'status' }

export interface Obstacle {
  readonly text: string
  readonly repair?: Repair
}

/** The name of an integration in an address: its service id, with its region if that is not eu. */
export function addressOf({ serviceId, region }: Pick<Integration, 'serviceId' | 'region'>): string {
  return region === 'eu' ? serviceId : `${serviceId}@${region}`
}

/** Finds the integration with a name from an address. */
export function integrationNamed<I extends Pick<Integration, 'serviceId' | 'region'>>(
  integrations: readonly I[],
  name: string,
): I | undefined {
  return (
    integrations.find((one) => addressOf(one) === name) ?? integrations.find((one) => one.serviceId === name)
  )
}

/** The wiki and the tracker of an integration. */
export function siteOf(sites: readonly Site[], region: Region, id: number | undefined): Site | undefined {
  return sites.find((one) => one.id === id && one.region === region)
}

/** The table of the messages of a direction. */
export function tableOf(direction: Direction): 'outboundMessage' | 'trackerMessage' {
  return direction === 'outbound' ? 'outboundMessage' : 'trackerMessage'
}

/** Describes what stops the messages, each obstacle with the action that removes it. */
export function obstaclesOf(integration: Integration, sites: readonly Site[]): readonly Obstacle[] {
  const { region, mode, status, wikiApplicationId, trackerApplicationId, obstacle } = integration
  const found: Obstacle[] = []
  if (mode === 'DISABLED')
    found.push({
      text: 'The application link is in mode DISABLED: the tracker accepts no messages.',
      repair: { kind: 'mode' },
    })
  if (status === 'DISABLED')
    found.push({ text: 'The integration is off in the wiki.', repair: { kind: 'status' } })
  for (const [id, product] of [
    [trackerApplicationId, 'tracker'],
    [wikiApplicationId, 'wiki'],
  ] as const) {
    const site = siteOf(sites, region, id)
    if (site?.status === 'DISABLED')
      found.push({ text: `The ${product} (${site.name}) is down.`, repair: { kind: 'site', site } })
    if (site?.outage !== undefined) {
      const text = `The ${product} (${site.name}) does not respond because of fault ${site.outage}.`
      found.push({ text, repair: { kind: 'fault' } })
    }
  }
  return found.length === 0 && obstacle !== undefined ? [{ text: `${sentence(obstacle)}.` }] : found
}

/** The subject of a message: `ENG/REQ-001 · DRN-2 tests`. */
export function aboutText(message: Message): string {
  const { spaceKey, key, baseline, newSpaceKey, newKey, issueKey, newIssueKey, relationship } = message
  const requirement = [spaceKey, key].filter((part) => part !== undefined).join('/')
  const renamed = [newSpaceKey, newKey].filter((part) => part !== undefined).join('/')
  const parts = [
    arrow(requirement, renamed),
    baseline === undefined ? '' : `baseline ${baseline}`,
    [arrow(issueKey ?? '', newIssueKey ?? ''), relationship ?? ''].filter((part) => part !== '').join(' '),
  ].filter((part) => part !== '')
  return parts.length === 0 ? (message.title ?? 'no subject') : parts.join(' · ')
}

/** The offset and limit of a page of a column, sorted by id. DONE messages come newest first, which requires their count. */
export function pageOf(
  status: MessageStatus,
  count: number | undefined,
  page: number,
  size: number,
): { readonly offset: number; readonly limit: number } {
  const first = page * size
  if (status !== 'DONE' || count === undefined) return { offset: first, limit: size }
  const limit = Math.max(0, Math.min(size, count - first))
  return { offset: Math.max(0, count - first - limit), limit }
}

/** The last page with messages. */
export function lastPage(count: number, size: number): number {
  return Math.max(0, Math.ceil(count / size) - 1)
}

function arrow(from: string, to: string): string {
  return to === '' ? from : `${from} → ${to}`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
