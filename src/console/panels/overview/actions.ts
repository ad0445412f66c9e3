/** The actions of the guide: operations of the service if there is one, else the control API, as an author would act. */
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import type { UserRecord } from '../../../model/records/service/users.ts'
import type { IssueLinkRecord } from '../../../model/records/tracker/issue-links.ts'
import type { BaselineRecord } from '../../../model/records/wiki/baselines.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import type { Page, PageDefinition } from '../../../control/responses/editing.ts'
import type { PendingJob } from '../../../control/responses/worlds.ts'
import { ApiError, control, query } from '../../calls/api.ts'
import { callForJson } from '../../calls/as-user.ts'
import { world } from '../../state/store.ts'
import type { Task } from './read.ts'

export type Baseline = Pick<BaselineRecord, 'spaceKey' | 'number' | 'name' | 'status'>

/** The options in the guide. */
export interface Choices {
  readonly users: readonly string[]
  /** Baselines that are not frozen. */
  readonly previews: readonly Baseline[]
  /** Keys of the spaces of the wiki at `/wiki`. */
  readonly spaces: readonly string[]
}

/** Reads users, and the baselines and spaces of the wiki at `/wiki`, which has the id `wiki`. */
export async function readChoices(wiki: number, signal: AbortSignal): Promise<Choices> {
  const get = <T>(path: string) => control<ListOf<T>>(path, { signal })
  const [users, previews, containers] = await Promise.all([
    get<UserRecord>('/state/user?limit=100'),
    get<Baseline>(`/state/baseline${query({ applicationId: wiki, status: 'PREVIEW', limit: 100 })}`),
    get<ContainerRecord>(`/state/container${query({ applicationId: wiki, type: 'SPACE', limit: 100 })}`),
  ])
  return {
    users: users.items.map(({ name }) => name),
    previews: previews.items,
    spaces: containers.items.flatMap(({ spaceKey }) => spaceKey ?? []),
  }
}

/** Freezes a baseline as a client would, and returns the id of the task. */
export async function freeze(
  user: string,
  { spaceKey, number }: Pick<Baseline, 'spaceKey' | 'number'>,
): Promise<string> {
  const path = `/wiki/rest/reqs/1/baseline-actions/${encodeURIComponent(spaceKey)}/freeze/${number}`
  const { taskId } = await callForJson<{ taskId: string }>(user, { method: 'POST', path })
  return taskId
}

/** How many tasks to search for the latest. */
const TASKS = 200

/** A task by its id, or the latest of the world. */
export async function readTask(id: string | undefined, signal: AbortSignal): Promise<Task | undefined> {
  const filter = id === undefined ? { limit: TASKS } : { id }
  const { items } = await control<ListOf<Task>>(`/state/task${query(filter)}`, { signal })
  return items.toSorted((a, b) => b.startedAt - a.startedAt)[0]
}

/** The due time of the next step of a freeze. */
export async function readDue(task: string | number, signal: AbortSignal): Promise<string | undefined> {
  const { items } = await control<ListOf<PendingJob>>('/jobs?kind=baseline.freeze', { signal })
  return items.find(({ payload }) => payload?.['task'] === task)?.due
}

/** Creates a baseline in PREVIEW of the results of a query. */
export function makeBaseline(
  user: string,
  spaceKey: string,
  baseline: { readonly name: string; readonly searchQuery: string },
): Promise<{ readonly baseline: number }> {
  return callForJson(user, {
    method: 'POST',
    path: `/wiki/rest/reqs/1/baseline/${encodeURIComponent(spaceKey)}`,
    body: JSON.stringify({ baseline }),
  })
}

/** The requirements of the large baseline, which takes ten steps to freeze. */
export const MANY = 1000

/** Creates a page of new requirements, as an author does, and a baseline of them, which takes ten steps to freeze. */
export async function makeBigBaseline(
  user: string,
  spaceKey: string,
): Promise<{ readonly baseline: number }> {
  const word = await freeWord(spaceKey)
  const content = Array.from({ length: MANY }, (_, position) => ({
    key: `${word}-${String(position + 1).padStart(4, '0')}`,
    html: `The drone shall pass check ${position + 1}.`,
  }))
  const title = `Checks ${word}`
  const body = { title, spaceKey, content, as: user }
  const { id } = await control<Page>('/pages', { method: 'POST', body })
  await control(`/pages/${id}/view`, { method: 'POST', body: { as: user } })
  const name = `All of ${title}`
  return makeBaseline(user, spaceKey, { name, searchQuery: `key ~ '${word}-%'` })
}

/** An unused prefix of keys in a space: CHECK, CHECK2, … */
async function freeWord(spaceKey: string): Promise<string> {
  for (let number = 1; ; number++) {
    const word = `CHECK${number === 1 ? '' : number}`
    const path = `/state/requirement${query({ spaceKey, key: `${word}-0001`, limit: 1 })}`
    if ((await control<ListOf<unknown>>(path)).total === 0) return word
  }
}

/** A requirement with an issue link, and its page. */
export interface Linked {
  readonly key: string
  readonly spaceKey: string
  /** The ids of the requirement and of its page. */
  readonly id: number
  readonly page: number
  readonly issueKey: string
  readonly definition: PageDefinition
}

/** The last linked requirement found. Searching all requirements is slow; reading its page is not. */
let found: { readonly of: string; readonly id: number; readonly page: number } | undefined

/** The first requirement of a wiki with an issue link, so that a change notifies the tracker; undefined if there is none. */
export async function findLinked(serviceId: string, signal: AbortSignal): Promise<Linked | undefined> {
  const links = await control<ListOf<IssueLinkRecord>>(`/state/issueLink${query({ serviceId, limit: 50 })}`, {
    signal,
  })
  const link = links.items.find(({ wiki }) => wiki !== undefined)?.wiki
  if (link === undefined) return undefined
  const { applicationId, spaceKey, key, issueKey } = link
  const of = JSON.stringify([world.peek(), applicationId, spaceKey, key])
  for (const isKnown of [true, false]) {
    if (!isKnown)
      found = await lookUp(of, { applicationId, spaceKey, key, status: 'ACTIVE', limit: 1 }, signal)
    if (found?.of !== of) continue
    const { id, page } = found
    const definition = (await definitionsOf(page, signal)).find((one) => one.key === key)
    if (definition !== undefined) return { key, spaceKey, id, page, issueKey, definition }
  }
  return undefined
}

async function lookUp(of: string, filters: Parameters<typeof query>[0], signal: AbortSignal) {
  const path = `/state/requirement${query(filters)}`
  const { items } = await control<ListOf<RequirementRecord>>(path, { signal })
  const { id, pageId } = items[0] ?? {}
  return id === undefined || pageId === undefined ? undefined : { of, id, page: pageId }
}

/** The definitions of a page; none if it no longer exists. */
async function definitionsOf(page: number, signal: AbortSignal): Promise<readonly PageDefinition[]> {
  try {
    return (await control<Page>(`/pages/${page}`, { signal })).definitions
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

/** Saves a new text and views the page, as an author does. The view creates the messages for the tracker. */
export async function reword({ page, definition }: Linked, html: string, user: string): Promise<void> {
  const define = [{ ...definition, html }]
  await control(`/pages/${page}`, { method: 'PUT', body: { define, as: user } })
  await control(`/pages/${page}/view`, { method: 'POST', body: { as: user } })
}
