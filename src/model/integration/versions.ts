/** API versions of an application link: what is supported, and how both products come to one (service §9.2). */
import type { Store } from '../../world/store/store.ts'
import { type IntegrationRecord, integrations } from '../records/tracker/integrations.ts'
import { refusalByMode, trackerSilence, wikiSilence } from '../finding/reachability.ts'

export const OLDEST_VERSION = 1
export const LATEST_VERSION = 9
/** The format of messages that a tracker takes (service §4.7). */
export const MESSAGE_FORMAT_VERSION = 4

/** The requested version, at most the latest one. */
export function acceptedVersion(requested: number): number {
  return Math.min(Math.max(requested, OLDEST_VERSION), LATEST_VERSION)
}

export function trackerVersionOf({ version, trackerVersion }: IntegrationRecord): number {
  return trackerVersion ?? version
}

export function writeVersions(
  store: Store,
  integration: IntegrationRecord,
  wiki: number,
  tracker: number,
): IntegrationRecord {
  const { trackerVersion: _old, ...rest } = integration
  const differs = wiki === tracker ? {} : { trackerVersion: tracker }
  return store.table(integrations).put({ ...rest, version: wiki, ...differs })
}

/** Whether the other product heard of a change, and an explanation. */
export interface Notice {
  readonly notified: boolean
  readonly message: string
}

export interface Negotiated extends Notice {
  readonly integration: IntegrationRecord
}

/** Changes the version of the wiki's descriptor. A tracker that cannot be reached keeps its own. */
export function changeDescriptorVersion(
  store: Store,
  integration: IntegrationRecord,
  version: number,
): Negotiated {
  const notice = noticeToTracker(store, integration)
  const tracker = notice.notified ? version : trackerVersionOf(integration)
  return { integration: writeVersions(store, integration, version, tracker), ...notice }
}

/** Changes the tracker's version. If the wiki cannot be reached, its descriptor keeps its own. */
export function changeTrackerVersion(
  store: Store,
  integration: IntegrationRecord,
  version: number,
): Negotiated {
  const notice = noticeToWiki(store, integration)
  const wiki = notice.notified ? version : integration.version
  return { integration: writeVersions(store, integration, wiki, version), ...notice }
}

/** Whether the tracker takes a call of the wiki. */
export function noticeToTracker(store: Store, integration: IntegrationRecord): Notice {
  const problem = trackerSilence(store, integration) ?? refusalByMode(integration)
  if (problem !== undefined) return { notified: false, message: problem }
  return { notified: true, message: 'the tracker was notified' }
}

function noticeToWiki(store: Store, integration: IntegrationRecord): Notice {
  if (integration.detached === true)
    return { notified: false, message: 'the wiki has no descriptor of this link' }
  const silence = wikiSilence(store, integration)
  if (silence !== undefined) return { notified: false, message: silence }
  return { notified: true, message: 'the wiki was notified' }
}

/** What a wiki requests when it authenticates a user (service §2.4). */
export interface UpgradeWish {
  readonly checkUpgrade: boolean
  readonly performUpgrade: boolean
  /** Applies only while the tracker has the application link in mode AUTO. */
  readonly performUpgradeIfAuto: boolean
  /** For performUpgrade; absent: the latest supported version. */
  readonly desiredVersion?: number | undefined
}

export interface Upgrade {
  readonly currentVersion: number
  readonly desiredVersion: number
  readonly available: boolean
  readonly performed: boolean
  readonly version: number
  readonly mode: IntegrationRecord['mode']
}

/** Upgrades both products as requested; undefined if no upgrade is requested. The tracker must answer. */
export function upgrade(
  store: Store,
  integration: IntegrationRecord,
  wish: UpgradeWish,
): Upgrade | undefined {
  const { checkUpgrade, performUpgrade, performUpgradeIfAuto, desiredVersion } = wish
  if (!checkUpgrade && !performUpgrade && !performUpgradeIfAuto) return undefined
  const currentVersion = trackerVersionOf(integration)
  const desired = performUpgrade ? acceptedVersion(desiredVersion ?? LATEST_VERSION) : LATEST_VERSION
  const available = currentVersion < desired || integration.version < desired
  const wanted = performUpgrade || (performUpgradeIfAuto && integration.mode === 'AUTO')
  const performed = wanted && available
  // Neither product is downgraded.
  const version = performed ? Math.max(currentVersion, desired) : currentVersion
  if (performed) writeVersions(store, integration, Math.max(integration.version, desired), version)
  return {
    currentVersion,
    desiredVersion: desired,
    available,
    performed,
    version,
    mode: integration.mode,
  }
}
