/** Steps that link issues and requirements from both sides, and that change issues. */
import type { Draw } from '../draw.ts'
import { API, CONTROL, HOSTED_WIKI, TRACKER, type Walker, WIKI } from '../walker.ts'
import {
  issueKeys,
  RELATIONSHIPS,
  rowsOf,
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
  {
    name: 'wiki.link',
    weight: 8,
    draw(walker, draw) {
      const [named, issue] = [target(walker, draw), draw.pick(issueKeys(walker))]
      if (named === undefined || issue === undefined) return undefined
      const query = `relationship=${draw.of(...RELATIONSHIPS)}${frozen(named.baseline)}`
      return {
        method: 'PUT',
        url: `${WIKI}/requirement2/${pathOf(named)}/link/issue/${issue}?${query}`,
      }
    },
  },
  {
    name: 'wiki.unlink',
    weight: 5,
    draw(walker, draw) {
      const link = draw.pick(walker.state('issueLink').filter(({ wiki }) => wiki !== undefined))?.wiki
      if (link === undefined) return undefined
      const { issueKey, relationship, baseline } = link
      const query = `${draw.chance(70) ? `relationship=${relationship}` : ''}${frozen(baseline)}`
      return {
        method: 'DELETE',
        url: `${WIKI}/requirement2/${pathOf(link)}/link/issue/${issueKey}?${query}`,
      }
    },
  },
  {
    name: 'tracker.link',
    weight: 8,
    draw(walker, draw) {
      const [one, issue] = [item(walker, draw), draw.pick(issueKeys(walker))]
      if (one === undefined || issue === undefined) return undefined
      return { method: 'POST', url: `${TRACKER}/issuelinks/${issue}`, body: [one] }
    },
  },
  {
    name: 'tracker.overwrite',
    weight: 5,
    draw(walker, draw) {
      const issue = draw.pick(issueKeys(walker))
      if (issue === undefined) return undefined
      const scope = draw.chance(50) ? draw.of(...RELATIONSHIPS) : undefined
      const items = draw.chance(30)
        ? []
        : [item(walker, draw), draw.chance(40) ? item(walker, draw) : undefined]
      const body = items
        .filter((one) => one !== undefined)
        .map((one) => ({ ...one, relationship: scope ?? one.relationship }))
      const query = scope === undefined ? '' : `?relationship=${scope}`
      return { method: 'PUT', url: `${TRACKER}/issuelinks/${issue}${query}`, body }
    },
  },
  {
    name: 'tracker.unlink',
    weight: 5,
    draw(walker, draw) {
      const shown = shownItem(walker, draw)
      return shown && { method: 'DELETE', url: `${TRACKER}/issuelinks/${shown.issueKey}`, body: [shown.item] }
    },
  },
  {
    name: 'standalone.link',
    weight: 3,
    draw(walker, draw) {
      const [row, issueKey] = [draw.pick(rowsOf(walker)), draw.pick(issueKeys(walker))]
      if (row === undefined || issueKey === undefined) return undefined
      const body = { type: 'JIRA_ISSUE', issueKey, relationship: draw.of(...RELATIONSHIPS) }
      return { method: 'POST', url: `${API}/requirements/${row.id}/links?applicationId=${WIKI_SITE}`, body }
    },
  },
  {
    name: 'standalone.relink',
    weight: 3,
    async draw(walker, draw) {
      const link = draw.pick(walker.state('issueLink').filter(({ wiki }) => wiki !== undefined))?.wiki
      const row = rowsOf(walker).find((one) => one.spaceKey === link?.spaceKey && one.key === link.key)
      if (row === undefined) return undefined
      const url = `${API}/requirements/${row.id}/links`
      const found = await walker.look(`${url}?applicationId=${WIKI_SITE}&type=JIRA_ISSUE`)
      const one: { id: number } | undefined = draw.pick(found?.items ?? [])
      if (one === undefined) return undefined
      const path = `${url}/${one.id}?applicationId=${WIKI_SITE}`
      if (draw.chance(40)) return { method: 'DELETE', url: path }
      const issueKey = draw.pick(issueKeys(walker))
      const body = draw.chance(50) ? { relationship: draw.of(...RELATIONSHIPS) } : { issueKey }
      return { method: 'PUT', url: path, body }
    },
  },
  {
    name: 'hosted.bulkLink',
    weight: 3,
    draw(walker, draw) {
      const ids = draw.some(rowsOf(walker), 3).map(({ id }) => id)
      const issueIds = draw.some(issueKeys(walker), 2)
      if (ids.length === 0 || issueIds.length === 0) return undefined
      const body = { selection: { selectedRequirementIds: ids, selectAll: false }, issueIds }
      return { method: 'POST', url: `${HOSTED_WIKI}/rest/jira-bulk/links`, body }
    },
  },
  {
    name: 'tracker.updateBaseline',
    weight: 2,
    draw(walker, draw) {
      const copy = draw.pick(doneCopies(walker))
      const source = copy && draw.pick(copy.sources)
      if (copy === undefined || source === undefined) return undefined
      const { spaceKey, key } = source
      const [oldBaseline, newBaseline] = draw.chance(50) ? [null, copy.number] : [copy.number, null]
      const body = { spaceKey, keys: [key], oldBaseline, newBaseline }
      return { method: 'POST', url: `${TRACKER}/sync/updatebaseline2`, body }
    },
  },
  {
    name: 'issue.rename',
    weight: 4,
    draw(walker, draw) {
      const issue = draw.pick(walker.state('issue'))
      if (issue === undefined) return undefined
      const [project] = issue.key.split('-')
      const taken = new Set(issueKeys(walker))
      const key = [1, 2, 3, 6, 7, 8].map((number) => `${project}-${number}`).filter((one) => !taken.has(one))
      return {
        method: 'PUT',
        url: `${CONTROL}/issues/${issue.id}`,
        body: { key: draw.pick(key) ?? issue.key },
      }
    },
  },
  {
    name: 'issue.move',
    weight: 3,
    draw(walker, draw) {
      const issue = draw.pick(walker.state('issue'))
      if (issue === undefined) return undefined
      const project = issue.key.startsWith('DRN-') ? 'GND' : 'DRN'
      return { method: 'PUT', url: `${CONTROL}/issues/${issue.id}`, body: { project } }
    },
  },
  {
    name: 'tracker.forgetBaselines',
    weight: 1,
    draw: (_walker, draw) => ({ method: 'DELETE', url: `${TRACKER}/baselines/${draw.of('DRN', 'GND')}` }),
  },
  {
    name: 'tracker.resynchronise',
    weight: 1,
    draw(walker, draw) {
      const issue = draw.pick(issueKeys(walker))
      return issue === undefined ? undefined : { method: 'PUT', url: `${TRACKER}/sync?issues=${issue}` }
    },
  },
]
