/** Integrations of a wiki: finding, creating, changing, checking and deleting them (service §2.4, §4.5). */
import { present } from '../input/present.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { type IntegrationRecord, integrations } from '../records/tracker/integrations.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'
import { outboundMessages } from '../records/tracker/outbound-messages.ts'
import { conflict, invalid, invalidRequest, notFound, stateConflict } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { type BulkJobRecord, bulkJobs, remoteUsers } from '../records/tracker/tracker.ts'
import { inboundAnswers, trackerMessages } from '../records/tracker/inbound-messages.ts'
import { type ApplicationLink, applicationLinksOf, applicationLinkTo } from './application-links.ts'
import { descriptorOf, isSameAddress, trackerAt } from '../finding/reachability.ts'
import { cancelSynchronisation, scheduleSynchronisation } from './queues/synchronisation.ts'
import {
  acceptedVersion,
  changeDescriptorVersion,
  LATEST_VERSION,
  trackerVersionOf,
  writeVersions,
} from './versions.ts'

const MAXIMUM_INTEGRATIONS = 100

/** No credentials, query or fragment: everyone could read them in the descriptor. */
const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i
const CREDENTIALS = /^([^/]*\/\/)[^/?#]*@/

/** The fields of an integration that a caller sets; null removes a value. */
export interface DescriptorChanges {
  readonly label?: string | null | undefined
  readonly displayUrl?: string | null | undefined
  readonly rpcUrl?: string | null | undefined
  readonly endpoint?: string | null | undefined
  readonly version?: number | null | undefined
  readonly status?: IntegrationRecord['status'] | null | undefined
  readonly username?: string | null | undefined
  readonly userKey?: string | null | undefined
}

export const UPDATABLE_FIELDS = [
  'label',
  'displayUrl',
  'rpcUrl',
  'endpoint',
  'version',
  'status',
  'username',
  'userKey',
] as const
/** Fields that decide who acts for the application link, and where it goes. */
const GUARDED_FIELDS = ['username', 'userKey', 'rpcUrl', 'endpoint'] as const
export type UpdatableField = (typeof UPDATABLE_FIELDS)[number]

export function listIntegrations(store: Store, wikiId: number): IntegrationRecord[] {
  return [...store.table(integrations).range('wiki', [wikiId])]
}

export function requireIntegration(store: Store, wikiId: number, serviceId: string): IntegrationRecord {
  const integration = store.table(integrations).get(serviceId)
  if (integration?.wikiApplicationId === wikiId && integration.detached !== true) return integration
  throw notFound('integration', serviceId, { at: 'serviceId', in: 'the wiki' })
}

export function isAtAddress(store: Store, integration: IntegrationRecord, address: string): boolean {
  const { trackerApplicationId, displayUrl, rpcUrl } = integration
  const tracker = trackerAt(store, address)
  if (tracker !== undefined && tracker.id === trackerApplicationId) return true
  return isSameAddress(displayUrl, address) || isSameAddress(rpcUrl, address)
}

export function requireIntegrationAt(store: Store, wikiId: number, address: string): IntegrationRecord {
  const found = listIntegrations(store, wikiId).find((integration) =>
    isAtAddress(store, integration, address),
  )
  if (found !== undefined) return found
  throw notFound('integration with the tracker', address, { at: 'url', in: 'the wiki' })
}

/** The integration with a service id, application link or tracker address. Throws a Refusal (NOT_FOUND). */
export function requireIntegrationFrom(store: Store, wikiId: number, from: string): IntegrationRecord {
  const all = listIntegrations(store, wikiId)
  const found =
    all.find(({ serviceId, wikiApplinkId }) => from === serviceId || from === wikiApplinkId) ??
    all.find((integration) => isAtAddress(store, integration, from))
  if (found !== undefined) return found
  throw notFound('tracker', from, {
    at: 'from',
    in: 'the integrations of the wiki',
    instead: 'give its base address, application link id or service id',
  })
}

/** Creates an integration over an application link or address. Throws a Refusal: INVALID, NOT_FOUND or CONFLICT. */
export function createIntegration(
  world: World,
  store: Store,
  wikiId: number,
  applinkId: string | undefined,
  wanted: DescriptorChanges,
): IntegrationRecord {
  const present = listIntegrations(store, wikiId)
  if (present.length >= MAXIMUM_INTEGRATIONS)
    throw stateConflict(`the wiki has ${MAXIMUM_INTEGRATIONS} integrations, the maximum`, 'delete one first')
  checkAddresses(wanted)
  const serviceId = newServiceId(world, store, wikiId)
  const link =
    applinkId === undefined
      ? linkAtAddress(world, store, wikiId, wanted, serviceId)
      : requireLink(world, store, wikiId, applinkId)
  const { integration: former = findByLink(store, link), tracker } = link
  if (former !== undefined && former.detached !== true) {
    const { wikiApplinkId, serviceId: other } = former
    throw conflict('application link', wikiApplinkId, `is integrated already, as ${quoted(other)}`)
  }
  if (former !== undefined) store.table(integrations).remove(former.serviceId)
  const created = store.table(integrations).insert({
    serviceId,
    wikiApplicationId: wikiId,
    ...(tracker === undefined ? {} : { trackerApplicationId: tracker.id }),
    wikiApplinkId: link.wikiApplinkId,
    trackerApplinkId: link.trackerApplinkId,
    mode: former?.mode ?? 'AUTO',
    version: acceptedVersion(wanted.version ?? LATEST_VERSION),
    ...describe(link, applinkId !== undefined, wanted),
  })
  scheduleSynchronisation(world, store, serviceId)
  if (former === undefined) return created
  moveTo(store, former.serviceId, serviceId)
  // The tracker keeps its former version until it hears of the new one.
  const remembered = { ...created, trackerVersion: trackerVersionOf(former) }
  return changeDescriptorVersion(store, remembered, created.version).integration
}

/** The first field of an update that decides who acts for the application link, or where it goes. */
export function guardedAmong(
  changes: DescriptorChanges,
  named: readonly UpdatableField[] | undefined,
): UpdatableField | undefined {
  return GUARDED_FIELDS.find((field) =>
    named === undefined ? hasValue(changes, field) : named.includes(field),
  )
}

const hasValue = (changes: DescriptorChanges, field: UpdatableField): boolean =>
  changes[field] !== undefined && changes[field] !== null

/** Changes the named fields, or all that have a value if no field is named. Throws a Refusal (INVALID). */
export function updateIntegration(
  store: Store,
  integration: IntegrationRecord,
  changes: DescriptorChanges,
  named: readonly UpdatableField[] | undefined,
): IntegrationRecord {
  const fields = new Set(named ?? UPDATABLE_FIELDS.filter((field) => hasValue(changes, field)))
  const value = <F extends UpdatableField>(field: F) => (fields.has(field) ? changes[field] : undefined)
  for (const field of fields) {
    if (field === 'username' || field === 'userKey' || hasValue(changes, field)) continue
    throw invalidRequest(field, 'is named in fields and must have a value')
  }
  checkAddresses({ displayUrl: value('displayUrl'), rpcUrl: value('rpcUrl'), endpoint: value('endpoint') })
  const { username, userKey, trackerVersion: _tracker, ...rest } = integration
  const optional = <F extends 'username' | 'userKey'>(field: F, before: string | undefined) => {
    const after = fields.has(field) ? (changes[field] ?? undefined) : before
    return after === undefined ? {} : { [field]: after }
  }
  const wanted = value('version')
  const changed = store.table(integrations).put({
    ...rest,
    label: value('label') ?? rest.label,
    displayUrl: value('displayUrl') ?? rest.displayUrl,
    rpcUrl: value('rpcUrl') ?? rest.rpcUrl,
    endpoint: value('endpoint') ?? rest.endpoint,
    status: value('status') ?? rest.status,
    ...optional('username', username),
    ...optional('userKey', userKey),
  })
  const version = typeof wanted === 'number' ? acceptedVersion(wanted) : rest.version
  return writeVersions(store, changed, version, trackerVersionOf(integration))
}

/** Deletes the descriptor: synchronisation ends. Application link, issue links and waiting messages stay. */
export function deleteIntegration(world: World, store: Store, integration: IntegrationRecord): void {
  const { serviceId } = integration
  cancelSynchronisation(world, store, serviceId)
  for (const user of store.table(remoteUsers).range('service', [serviceId]))
    store.table(remoteUsers).remove(user.id)
  for (const response of store.table(inboundAnswers).range('service', [serviceId]))
    store.table(inboundAnswers).remove(response.id)
  store.table(integrations).update(serviceId, { detached: true })
}

function findByLink(
  store: Store,
  { wikiApplinkId, trackerApplinkId }: ApplicationLink,
): IntegrationRecord | undefined {
  const table = store.table(integrations)
  return table.find('wikiApplink', [wikiApplinkId]) ?? table.find('trackerApplink', [trackerApplinkId])
}

function requireLink(world: World, store: Store, wikiId: number, applinkId: string): ApplicationLink {
  const found = applicationLinksOf(world, store, wikiId).find(
    ({ wikiApplinkId }) => wikiApplinkId === applinkId,
  )
  if (found !== undefined) return found
  throw notFound('application link', applinkId, { at: 'applinkId', in: 'the wiki' })
}

/** The link to the tracker of an address; without a tracker if the world has none there. */
function linkAtAddress(
  world: World,
  store: Store,
  wikiId: number,
  { rpcUrl, displayUrl }: DescriptorChanges,
  serviceId: string,
): ApplicationLink {
  const address = rpcUrl ?? displayUrl
  if (address === undefined || address === null)
    throw invalidRequest(
      'applinkId is missing',
      'send it, or the address of the tracker as rpcUrl or displayUrl',
    )
  const tracker = trackerAt(store, address)
  if (tracker !== undefined) return applicationLinkTo(world, store, wikiId, tracker)
  const same = [...store.table(integrations).range('applicationLink', [wikiId])].find((known) =>
    isSameAddress(known.rpcUrl, address),
  )
  if (same !== undefined) {
    const { wikiApplinkId, trackerApplinkId } = same
    return { wikiApplinkId, trackerApplinkId, integration: same }
  }
  const drawn = (side: string) => world.random('integration', `${store.name}/${serviceId}`, side).uuid()
  return { wikiApplinkId: drawn('wikiApplinkId'), trackerApplinkId: drawn('trackerApplinkId') }
}

/** Addresses and label of the named application link, otherwise those that the caller gives. */
function describe({ tracker, integration }: ApplicationLink, copied: boolean, wanted: DescriptorChanges) {
  const { label, displayUrl, rpcUrl, endpoint, status, username, userKey } = wanted
  const address = copied ? (tracker?.baseUrl ?? integration?.rpcUrl) : (rpcUrl ?? displayUrl)
  const defaults = descriptorOf(address ?? '')
  const overrides = copied ? {} : present({ label, displayUrl, rpcUrl, endpoint })
  return {
    ...defaults,
    label: (copied ? integration?.label : undefined) ?? tracker?.name ?? defaults.displayUrl,
    ...overrides,
    ...present({ status, username, userKey }),
  }
}

function checkAddresses(wanted: Pick<DescriptorChanges, 'displayUrl' | 'rpcUrl' | 'endpoint'>): void {
  for (const field of ['displayUrl', 'rpcUrl', 'endpoint'] as const) {
    const value = wanted[field]
    if (typeof value === 'string' && !ADDRESS.test(value))
      throw invalid(
        field,
        value.replace(CREDENTIALS, '$1…@'),
        'must be an address that begins with http:// or https:// and has no user, query or fragment',
      )
  }
}

function newServiceId(world: World, store: Store, wikiId: number): string {
  for (;;) {
    const key = `${store.name}/${wikiId}/${store.next('integration')}`
    const id = world.random('integration', key, 'serviceId').uuid()
    if (!store.table(integrations).has(id)) return id
  }
}

/** Moves the issue links and messages of an integration to another one. */
function moveTo(store: Store, from: string, serviceId: string): void {
  for (const link of store.table(issueLinks).scan())
    if (link.serviceId === from) store.table(issueLinks).update(link.id, { serviceId })
  for (const message of store.table(outboundMessages).range('service', [from]))
    store.table(outboundMessages).update(message.id, { serviceId })
  for (const message of store.table(trackerMessages).range('service', [from]))
    store.table(trackerMessages).update(message.id, { serviceId })
  for (const { id, items } of store.table(bulkJobs).scan()) {
    if (!items.some((item) => namesIntegration(item, from))) continue
    const moved = items.map((item) => (namesIntegration(item, from) ? { ...item, serviceId } : item))
    store.table(bulkJobs).update(id, { items: moved })
  }
}

function namesIntegration(item: BulkJobRecord['items'][number], serviceId: string): boolean {
  return 'serviceId' in item && item.serviceId === serviceId
}
