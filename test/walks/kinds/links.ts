/** Steps that link issues and requirements from both sides, and that change issues. */
import type { Draw } from '../draw.ts'
import { API, CONTROL, HOSTED_WIKI, post, put, remove, TRACKER, type Walker, WIKI } from '../walker.ts'
import {
  issueKeys,
  nameOfIssue,
  RELATIONSHIPS,
  rowsOf,
  step,
  type StepKind,
  TRACKER_APPLINK,
  WIKI_SITE,
  pathOf,
} from './kind.ts'

/** Copies in baselines that are DONE: a link to one that is still being frozen may end up naming nothing. */
function doneCopies(walker: Walker) {
  const done = new Set(
    walker
      .state('baseline')
      .filter(({ status }) => status === 'DONE')
      .map(({ projectContainerId, number }) => `${projectContainerId}/${number}`),
  )
  return walker
    .state('frozenSet')
    .filter(
      ({ sources, projectContainerId, number }) =>
        sources.length > 0 && done.has(`${projectContainerId}/${number}`),
    )
}

/** A requirement as links name it: what it is now, or at times a frozen copy. */
function target(walker: Walker, draw: Draw) {
  if (draw.chance(20)) {
    const copy = draw.pick(doneCopies(walker))
    const source = copy && draw.pick(copy.sources)
    if (copy !== undefined && source !== undefined)
      return { spaceKey: source.spaceKey, key: source.key, baseline: copy.number }
  }
  const row = draw.pick(rowsOf(walker))
  return row && { spaceKey: row.spaceKey, key: row.key }
}

function item(walker: Walker, draw: Draw) {
  const named = target(walker, draw)
  return named && { applinkId: TRACKER_APPLINK, ...named, relationship: draw.of(...RELATIONSHIPS) }
}

/** A link that the tracker shows, as an item. */
function shownItem(walker: Walker, draw: Draw) {
  const link = draw.pick(walker.state('issueLink').filter(({ tracker }) => (tracker?.key ?? null) !== null))
  if (link?.tracker === undefined) return undefined
  const { applinkId, spaceKey, key, baseline, relationship, issueId } = link.tracker
  const issue = walker.state('issue').find(({ id }) => id === issueId)
  return (
    issue && {
      issueKey: issue.key,
      item: { applinkId, spaceKey, key, relationship, ...(baseline === null ? {} : { baseline }) },
    }
  )
}

const frozen = (baseline: number | undefined): string =>
  baseline === undefined ? '' : `&baseline=${baseline}`

export const linkKinds: readonly StepKind[] = [
  step('wiki.link', 8, (walker, draw) => {
    const [named, issue] = [target(walker, draw), nameOfIssue(walker, draw)]
    if (named === undefined || issue === undefined) return undefined
    const query = `relationship=${draw.of(...RELATIONSHIPS)}${frozen(named.baseline)}`
    return put(`${WIKI}/requirement2/${pathOf(named)}/link/issue/${issue}?${query}`)
  }),
  step('wiki.unlink', 5, (walker, draw) => {
    const link = draw.pick(walker.state('issueLink').filter(({ wiki }) => wiki !== undefined))?.wiki
    if (link === undefined) return undefined
    const { issueKey, relationship, baseline } = link
    const query = `${draw.chance(70) ? `relationship=${relationship}` : ''}${frozen(baseline)}`
    return remove(
      `${WIKI}/requirement2/${pathOf(link)}/link/issue/${draw.chance(10) ? issueKey.toLowerCase() : issueKey}?${query}`,
    )
  }),
  step('tracker.link', 8, (walker, draw) => {
    const [one, issue] = [item(walker, draw), nameOfIssue(walker, draw)]
    if (one === undefined || issue === undefined) return undefined
    return post(`${TRACKER}/issuelinks/${issue}`, [one])
  }),
  step('tracker.overwrite', 5, (walker, draw) => {
    const issue = nameOfIssue(walker, draw)
    if (issue === undefined) return undefined
    const scope = draw.chance(50) ? draw.of(...RELATIONSHIPS) : undefined
    const items = draw.chance(30)
      ? []
      : [item(walker, draw), draw.chance(40) ? item(walker, draw) : undefined]
    const body = items
      .filter((one) => one !== undefined)
      .map((one) => ({ ...one, relationship: scope ?? one.relationship }))
    const query = scope === undefined ? '' : `?relationship=${scope}`
    return put(`${TRACKER}/issuelinks/${issue}${query}`, body)
  }),
  step('tracker.unlink', 5, (walker, draw) => {
    const shown = shownItem(walker, draw)
    return shown && remove(`${TRACKER}/issuelinks/${shown.issueKey}`, [shown.item])
  }),
  step('standalone.link', 3, (walker, draw) => {
    const [row, issueKey] = [draw.pick(rowsOf(walker)), nameOfIssue(walker, draw)]
    if (row === undefined || issueKey === undefined) return undefined
    const body = { type: 'JIRA_ISSUE', issueKey, relationship: draw.of(...RELATIONSHIPS) }
    return post(`${API}/requirements/${row.id}/links?applicationId=${WIKI_SITE}`, body)
  }),
  step('standalone.relink', 3, async (walker, draw) => {
    const link = draw.pick(walker.state('issueLink').filter(({ wiki }) => wiki !== undefined))?.wiki
    const row = rowsOf(walker).find((one) => one.spaceKey === link?.spaceKey && one.key === link.key)
    if (row === undefined) return undefined
    const url = `${API}/requirements/${row.id}/links`
    const found = await walker.look(`${url}?applicationId=${WIKI_SITE}&type=JIRA_ISSUE`)
    const one: { id: number } | undefined = draw.pick(found?.items ?? [])
    if (one === undefined) return undefined
    const path = `${url}/${one.id}?applicationId=${WIKI_SITE}`
    if (draw.chance(40)) return remove(path)
    const issueKey = nameOfIssue(walker, draw)
    const body = draw.chance(50) ? { relationship: draw.of(...RELATIONSHIPS) } : { issueKey }
    return put(path, body)
  }),
  step('hosted.bulkLink', 3, (walker, draw) => {
    const ids = draw.some(rowsOf(walker), 3).map(({ id }) => id)
    const issueIds = [nameOfIssue(walker, draw), nameOfIssue(walker, draw)].filter((key) => key !== undefined)
    if (ids.length === 0 || issueIds.length === 0) return undefined
    const body = { selection: { selectedRequirementIds: ids, selectAll: false }, issueIds }
    return post(`${HOSTED_WIKI}/rest/jira-bulk/links`, body)
  }),
  step('tracker.updateBaseline', 2, (walker, draw) => {
    const copy = draw.pick(doneCopies(walker))
    const source = copy && draw.pick(copy.sources)
    if (copy === undefined || source === undefined) return undefined
    const { spaceKey, key } = source
    const [oldBaseline, newBaseline] = draw.chance(50) ? [null, copy.number] : [copy.number, null]
    const body = { spaceKey, keys: [key], oldBaseline, newBaseline }
    return post(`${TRACKER}/sync/updatebaseline2`, body)
  }),
  step('issue.rename', 4, (walker, draw) => {
    const issue = draw.pick(walker.state('issue'))
    if (issue === undefined) return undefined
    const [project] = issue.key.split('-')
    const taken = new Set(issueKeys(walker))
    const key = [1, 2, 3, 6, 7, 8].map((number) => `${project}-${number}`).filter((one) => !taken.has(one))
    return put(`${CONTROL}/issues/${issue.id}`, { key: draw.pick(key) ?? issue.key })
  }),
  step('issue.move', 3, (walker, draw) => {
    const issue = draw.pick(walker.state('issue'))
    if (issue === undefined) return undefined
    const project = issue.key.startsWith('DRN-') ? 'GND' : 'DRN'
    return put(`${CONTROL}/issues/${issue.id}`, { project })
  }),
  step('tracker.forgetBaselines', 1, (_walker, draw) =>
    remove(`${TRACKER}/baselines/${draw.of('DRN', 'GND')}`),
  ),
  step('tracker.resynchronise', 1, (walker, draw) => {
    const issue = draw.pick(issueKeys(walker))
    return issue === undefined ? undefined : put(`${TRACKER}/sync?issues=${issue}`)
  }),
]
