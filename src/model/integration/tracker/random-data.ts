/** Issues and links made up from the seed of the world, for trying things out (service §4.7). */
import type { Connection } from '../../links/connection.ts'
import { compareCodePoints } from '../../../world/order.ts'
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import type { ContainerRecord } from '../../records/service/containers.ts'
import { createIssue } from '../issues/create-issue.ts'
import { wikiSilence } from '../../finding/reachability.ts'
import { issueTypesOf } from '../issues/tracker-reading.ts'
import type { IssueRecord } from '../../records/tracker/tracker.ts'
import { conflict, stateConflict } from '../../input/errors.ts'
import { type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import { placesOf, readableProjects } from '../../searching/search-places.ts'
import type { UserRecord } from '../../records/service/users.ts'
import type { Writing } from '../../records/actor.ts'
import type { TrackerIssueLink } from '../issues/tracker-view.ts'
import { addLinks } from './links.ts'

export const MAXIMUM_RANDOM_ISSUES = 100
const MAXIMUM_LINKS = 3
/** How many requirements links are drawn from. */
const MAXIMUM_CHOICE = 1000

const VERBS = ['Check', 'Document', 'Extend', 'Measure', 'Rework', 'Simulate', 'Verify'] as const
const THINGS = ['altimeter', 'battery', 'camera', 'failsafe', 'landing gear', 'motor', 'telemetry'] as const
const CIRCUMSTANCES = ['at night', 'in strong wind', 'under load', 'on cold days', 'after a restart'] as const
const STATUSES = ['Open', 'In Progress', 'Done'] as const
const RELATIONSHIPS = ['implements', 'tests'] as const

export interface RandomIssue {
  readonly issue: IssueRecord
  readonly links: readonly TrackerIssueLink[]
}

/** Throws a Refusal (CONFLICT) if the tracker has no issue types. */
export function createRandomIssues(
  { world, store, actor }: Writing,
  project: ContainerRecord,
  count: number,
): IssueRecord[] {
  const { applicationId, projectId = 0, key } = project
  const types = issueTypesOf(store, applicationId)
  if (types.length === 0) throw stateConflict('the tracker has no issue types')
  return Array.from({ length: count }, () => {
    const drawn = drawer(world, store)
    const issue = createIssue(world, store, {
      applicationId,
      projectId,
      issueTypeId: drawn('type').pick(types).id,
      summary: `${drawn('verb').pick(VERBS)} the ${drawn('thing').pick(THINGS)} ${drawn('when').pick(CIRCUMSTANCES)}`,
      status: drawn('status').pick(STATUSES),
      actor,
    })
    if (typeof issue === 'string') throw conflict('project', key, `takes no issue: ${issue}`)
    return issue
  })
}

/** Creates issues with one to three links each. Throws a Refusal (CONFLICT) without wiki or requirements. */
export function createRandomData(
  connection: Connection,
  user: UserRecord,
  project: ContainerRecord,
  count: number,
): RandomIssue[] {
  const { integration } = connection
  const { world, store } = connection
  const silence = wikiSilence(store, integration)
  if (silence !== undefined) throw stateConflict('the wiki does not respond', silence)
  const choice = placed(world, store, choiceOf(store, user, integration.wikiApplicationId))
  if (choice.length === 0) throw stateConflict('the wiki has no requirements to link to')
  return createRandomIssues(connection, project, count).map((issue) => {
    const drawn = drawer(world, store)
    const number = drawn('links').integer(1, Math.min(MAXIMUM_LINKS, choice.length))
    const rows = new Set(
      Array.from({ length: number }, (_none, at) => nextFrom(choice, drawn(`link${at}`).fraction())),
    )
    const wanted = [...rows].map(({ spaceKey, key }, at) => ({
      integration,
      spaceKey,
      key,
      relationship: drawn(`relationship${at}`).pick(RELATIONSHIPS),
    }))
    return { issue, links: addLinks(connection, issue, wanted) }
  })
}

/** Draws the values of one more record. */
function drawer(world: World, store: Store) {
  const number = store.next('randomData')
  return (field: string) => world.random('randomData', `${store.name}/${number}`, field)
}

interface Placed {
  readonly row: RequirementRecord
  readonly place: number
}

/** Gives each requirement a place from 0 up to 1 that depends on its name alone, so that adding one moves no other. */
function placed(world: World, store: Store, rows: readonly RequirementRecord[]): Placed[] {
  return rows
    .map((row) => {
      const { applicationId, spaceKey, key } = row
      const name = `${store.name}/${applicationId}/${spaceKey}/${key}`
      return { row, place: world.random('randomData', name, 'place').fraction() }
    })
    .sort((a, b) => a.place - b.place || compareCodePoints(a.row.key, b.row.key))
}

/** Wraps around at the end. */
function nextFrom(choice: readonly Placed[], from: number): RequirementRecord {
  const { row } = (choice.find(({ place }) => place >= from) ?? choice[0]) as Placed
  return row
}

function choiceOf(store: Store, user: UserRecord, wikiId: number): RequirementRecord[] {
  const found: RequirementRecord[] = []
  for (const { variantId } of placesOf(store, readableProjects(store, user, wikiId), undefined)) {
    if (variantId === undefined) continue
    for (const row of store.table(requirements).range('status', [variantId, 'ACTIVE'])) {
      if (found.length >= MAXIMUM_CHOICE) return found
      found.push(row)
    }
  }
  return found
}
