/** Steps that start, watch and end what runs on the virtual clock: freezes, jobs and imports. */
import type { Draw } from '../draw.ts'
import { API, post, put, remove, TRACKER, type Walker, WIKI } from '../walker.ts'
import {
  issueKeys,
  RELATIONSHIPS,
  rowsOf,
  serviceOf,
  SPACES,
  step,
  type StepKind,
  TRACKER_APPLINK,
  variantsOf,
  WIKI_SITE,
} from './kind.ts'

const baselineOf = (walker: Walker, draw: Draw, ...statuses: readonly string[]) =>
  draw.pick(
    walker
      .state('baseline')
      .filter(
        ({ status, spaceKey }) => spaceKey !== 'LAB' && (statuses.length === 0 || statuses.includes(status)),
      ),
  )

const QUERIES = [
  "key ~ 'REQ-%'",
  "key ~ '%'",
  "key = 'REQ-001'",
  'jira IS NOT NULL',
  "key ~ 'NEW-%'",
  'variant IS NOT NULL',
  "variant = 'Current'",
  "variant = 'Night' OR key = 'REQ-003'",
  'baseline = 1',
] as const

const named = (draw: Draw): string => `Release ${draw.below(1000)}`

const references = (walker: Walker, draw: Draw) =>
  draw.some(rowsOf(walker), 3).map(({ spaceKey, key }) => ({ spaceKey, key }))

export const longRunningKinds: readonly StepKind[] = [
  step('baseline.create', 2, (_walker, draw) =>
    post(`${WIKI}/baseline/${draw.of('ENG', 'ENG', 'OPS')}`, {
      baseline: { name: named(draw), searchQuery: draw.of(...QUERIES) },
    }),
  ),
  step('baseline.createClassic', 3, (_walker, draw) =>
    post(`${WIKI}/baseline/${draw.of('ENG', 'ENG', 'OPS')}/1/create`, {
      name: named(draw),
      queryString: draw.of(...QUERIES),
    }),
  ),
  step('baseline.createInstant', 2, (walker, draw) => {
    const page = draw.pick(walker.state('page'))
    if (page === undefined) return undefined
    const body = { name: named(draw), fromCeo: page.id, fromCeoWithChildren: draw.chance(50) }
    return post(`${WIKI}/baseline/${page.spaceKey}/1/create-instant`, body)
  }),
  step('baseline.freeze', 3, (walker, draw) => {
    const baseline = baselineOf(walker, draw, 'PREVIEW')
    return baseline && post(`${WIKI}/baseline-actions/${baseline.spaceKey}/freeze/${baseline.number}`)
  }),
  step('baseline.abort', 2, (walker, draw) => {
    const baseline = baselineOf(walker, draw, 'IN_CREATION', 'ERROR', 'PREVIEW')
    if (baseline === undefined) return undefined
    const { spaceKey, number } = baseline
    const body = { spaceKey, baseline: number, status: 'PREVIEW' }
    return put(`${WIKI}/baseline/${spaceKey}/${number}?fields=STATUS`, body)
  }),
  step('baseline.refreeze', 3, (walker, draw) => {
    const baseline = baselineOf(walker, draw, 'DONE')
    if (baseline === undefined) return undefined
    const { spaceKey, number } = baseline
    const body = draw.chance(60)
      ? {
          baselineToRefreeze: number,
          ...(draw.chance(40) ? { queryForRequirementsToExcludeFromBaseline: "key = 'REQ-001'" } : {}),
        }
      : {
          baselineNumberToRefreeze: number,
          title: `Again ${draw.below(90)}`,
          requirements: references(walker, draw),
        }
    return put(`${WIKI}/baseline/${spaceKey}/0/refreeze`, body)
  }),
  step('baseline.delete', 2, (walker, draw) => {
    const baseline = baselineOf(walker, draw)
    return baseline && remove(`${WIKI}/baseline/${baseline.spaceKey}/${baseline.number}`)
  }),
  step('baseline.label', 1, (walker, draw) => {
    const baseline = baselineOf(walker, draw)
    return baseline && put(`${WIKI}/baseline/${baseline.spaceKey}/${baseline.number}/label`, named(draw))
  }),
  step('baseline.page', 1, (walker, draw) => {
    const baseline = baselineOf(walker, draw)
    if (baseline === undefined) return undefined
    const { spaceKey, number } = baseline
    const page = draw.pick(walker.state('page').filter((one) => one.spaceKey === spaceKey))
    const body = { spaceKey, baseline: number, pageId: page?.id ?? null }
    return put(`${WIKI}/baseline/${spaceKey}/${number}?fields=PAGEID`, body)
  }),
  step('baseline.parent', 1, (walker, draw) => {
    const baseline = baselineOf(walker, draw, 'PREVIEW')
    if (baseline === undefined) return undefined
    const { spaceKey, number } = baseline
    const others = walker.state('baseline').filter((one) => one.spaceKey === spaceKey && one.number < number)
    const body = { spaceKey, baseline: number, parentBaseline: draw.pick(others)?.number ?? null }
    return put(`${WIKI}/baseline/${spaceKey}/${number}?fields=PARENTBASELINE`, body)
  }),
  step('task.abort', 1, (walker, draw) => {
    const task = draw.pick(walker.state('task'))
    return task && remove(`${WIKI}/tasks/${task.id}`)
  }),
  step('job.template', 5, (walker, draw) => {
    const service = serviceOf(walker)
    if (service === undefined) return undefined
    const issueTemplate = {
      projectId: draw.of(20001, 20002),
      issueTypeId: 10001,
      title: 'Story',
      relationship: draw.of(...RELATIONSHIPS),
      ...(draw.chance(30) ? { groupAll: true } : {}),
    }
    const body = draw.chance(80)
      ? { issueTemplate, requirements: references(walker, draw) }
      : draw.chance(50)
        ? { issueTemplate: { ...issueTemplate, spaceKey: draw.of(...SPACES) }, q: "key ~ 'NEW-%'" }
        : { issueTemplate: { id: 1, spaceKey: 'ENG' }, requirements: references(walker, draw) }
    return post(`${WIKI}/integration/${service}/jira/create-issues-bulk`, body)
  }),
  step('job.bulk', 5, (walker, draw) => {
    const creates = draw.chance(50)
    const issues = creates
      ? [{ fields: '{"summary":"New"}', links: references(walker, draw) }]
      : draw
          .some(
            issueKeys(walker).filter((key) => key.startsWith('DRN-')),
            2,
          )
          .map((key) => ({ key, links: references(walker, draw) }))
    if (issues.length === 0) return undefined
    const body = {
      operation: creates ? 'CREATE' : 'UPDATE',
      ...(creates ? { issueTypeId: 10001 } : {}),
      relationship: draw.of(...RELATIONSHIPS),
      issues,
    }
    return post(`${TRACKER}/operations/${TRACKER_APPLINK}/issues-bulk-operation/projects/20001`, body)
  }),
  step('job.abort', 1, (walker, draw) => {
    const job = draw.pick(
      walker.state('bulkJob').filter(({ status }) => status === 'PENDING' || status === 'RUNNING'),
    )
    return job && post(`${TRACKER}/operations/${TRACKER_APPLINK}/issues-bulk-operation/jobs/${job.id}/abort`)
  }),
  step('job.clear', 1, (walker, draw) => {
    const job = draw.pick(walker.state('bulkJob').filter(({ finishedAt }) => finishedAt !== undefined))
    return job && remove(`${WIKI}/tasks/jobs/${job.id}`)
  }),
  step('import.start', 3, (walker, draw) => {
    const variant = draw.pick(variantsOf(walker))
    if (variant === undefined) return undefined
    const { projectContainerId, id } = variant
    const rows = draw.some(rowsOf(walker), 3).map(({ key }) => ({
      key,
      properties: [{ name: draw.of('Cost', 'Price', 'Effort'), value: draw.below(100) }],
    }))
    if (rows.length === 0) return undefined
    if (draw.chance(20)) rows.push({ key: 'NONE-1', properties: [{ name: 'Cost', value: 1 }] })
    const place = draw.chance(40) ? { projectContainerId, variantId: id } : { projectContainerId }
    return post(`${API}/external-properties/import/json?applicationId=${WIKI_SITE}`, { ...place, rows })
  }),
  step('import.cancel', 1, (walker, draw) => {
    const job = draw.pick(
      walker.state('importJob').filter(({ status }) => status === 'PENDING' || status === 'RUNNING'),
    )
    return job && post(`${API}/jobs/${job.id}/cancel?applicationId=${WIKI_SITE}`)
  }),
  step('import.retry', 1, (walker, draw) => {
    const job = draw.pick(
      walker.state('importJob').filter(({ status }) => status === 'CANCELLED' || status === 'ERROR'),
    )
    return job && post(`${API}/jobs/${job.id}/retry?applicationId=${WIKI_SITE}`)
  }),
]
