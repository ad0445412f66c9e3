/** What the queues panel shows of integrations and messages, without any of the page: all of it is tested on its own. */

export const STATUSES = ['PENDING', 'NOT_EXECUTED', 'FAILED', 'DONE'] as const
export type MessageStatus = (typeof STATUSES)[number]
export type Counts = Readonly<Record<MessageStatus, number>>

/** `outbound` leads from the wiki to the tracker, `inbound` back. */
export type Direction = 'outbound' | 'inbound'

/** A message of either queue, as `GET /state/…` lists it; `createdAt` in virtual milliseconds since 1970. */
export interface Message {
  readonly id: number
  readonly serviceId: string
  readonly operation: string
  readonly title?: string
  readonly templateId?: number
  readonly spaceKey?: string
  readonly key?: string
  readonly baseline?: number
  readonly newSpaceKey?: string
  readonly newKey?: string
  readonly issueKey?: string
  readonly newIssueKey?: string
  readonly relationship?: string
  readonly createdBy?: number
  readonly createdAt: number
  readonly status: MessageStatus
  readonly lastResponse?: string
  readonly attempts: number
}

export const REGIONS = ['eu', 'us'] as const
export type Region = (typeof REGIONS)[number]

/** An integration as `GET /queues` describes it, with the region that it was found in. */
export interface Integration {
  readonly region: Region
  readonly serviceId: string
  readonly label?: string
  readonly wikiApplicationId: number
  readonly trackerApplicationId?: number
  readonly mode: 'AUTO' | 'MANUAL' | 'DISABLED'
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly nextSynchronisation?: string
  readonly obstacle?: string
  readonly outbound: { readonly waiting: number; readonly counts: Counts }
  readonly inbound: { readonly waiting: number; readonly counts: Counts }
}

/** A wiki or a tracker, as `GET /state/application` lists it, with its region. */
export interface Site {
  readonly region: Region
  readonly id: number
  readonly name: string
  readonly type: string
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly selfHosted: boolean
  /** The number of the fault that keeps it from answering. */
  readonly outage?: string
}

/** What would end an obstacle. */
export type Mend =
  | { readonly kind: 'site'; readonly site: Site }
  | { readonly kind: 'fault' }
  | { readonly kind: 'mode' }
  | { readonly kind: 'status' }

export interface Obstacle {
  readonly text: string
  readonly mend?: Mend
}

/** The name of an integration in an address: its service id, and its region where that is not eu. */
export function addressOf({ serviceId, region }: Pick<Integration, 'serviceId' | 'region'>): string {
  return region === 'eu' ? serviceId : `${serviceId}@${region}`
}

/** The integration of a name in an address. */
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

/** The columns of a lane from left to right: messages move towards the product that they are for. */
export function columnsOf(direction: Direction): readonly MessageStatus[] {
  return direction === 'outbound' ? STATUSES : STATUSES.toReversed()
}

/** What keeps messages from moving, in plain words, each with what would end it. */
export function obstaclesOf(integration: Integration, sites: readonly Site[]): readonly Obstacle[] {
  const { region, mode, status, wikiApplicationId, trackerApplicationId, obstacle } = integration
  const found: Obstacle[] = []
  if (mode === 'DISABLED')
    found.push({
      text: 'The application link is in mode DISABLED: the tracker takes no messages.',
      mend: { kind: 'mode' },
    })
  if (status === 'DISABLED')
    found.push({ text: 'The integration is switched off in the wiki.', mend: { kind: 'status' } })
  for (const [id, product] of [
    [trackerApplicationId, 'tracker'],
    [wikiApplicationId, 'wiki'],
  ] as const) {
    const site = siteOf(sites, region, id)
    if (site?.status === 'DISABLED')
      found.push({ text: `The ${product} (${site.name}) is down.`, mend: { kind: 'site', site } })
    if (site?.outage !== undefined) {
      const text = `The ${product} (${site.name}) does not answer: fault ${site.outage} keeps it from that.`
      found.push({ text, mend: { kind: 'fault' } })
    }
  }
  return found.length === 0 && obstacle !== undefined ? [{ text: `${sentence(obstacle)}.` }] : found
}

/** What a message is about: `ENG/REQ-001 · DRN-2 tests`. */
export function aboutText(message: Message): string {
  const { spaceKey, key, baseline, newSpaceKey, newKey, issueKey, newIssueKey, relationship } = message
  const requirement = [spaceKey, key].filter((part) => part !== undefined).join('/')
  const renamed = [newSpaceKey, newKey].filter((part) => part !== undefined).join('/')
  const parts = [
    arrow(requirement, renamed),
    baseline === undefined ? '' : `baseline ${baseline}`,
    [arrow(issueKey ?? '', newIssueKey ?? ''), relationship ?? ''].filter((part) => part !== '').join(' '),
  ].filter((part) => part !== '')
  return parts.length === 0 ? (message.title ?? 'nothing is named') : parts.join(' · ')
}

/** The page of a column, as offset and limit of records in order of their id; those that are DONE come latest first, for which their count is needed. */
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

/** The last page that has messages. */
export function lastPage(count: number, size: number): number {
  return Math.max(0, Math.ceil(count / size) - 1)
}

function arrow(from: string, to: string): string {
  return to === '' ? from : `${from} → ${to}`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
