/** Steps that start, watch and end what runs on the virtual clock: freezes, jobs and imports. */
import type { Draw } from '../draw.ts'
import { API, TRACKER, type Walker, WIKI } from '../walker.ts'
import {
  issueKeys,
  RELATIONSHIPS,
  rowsOf,
  serviceOf,
  SPACES,
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
  {
    name: 'baseline.create',
    weight: 2,
    draw: (_walker, draw) => ({
      method: 'POST',
      url: `${WIKI}/baseline/${draw.of('ENG', 'ENG', 'OPS')}`,
      body: { baseline: { name: named(draw), searchQuery: draw.of(...QUERIES) } },
    }),
  },
  {
    name: 'baseline.createClassic',
    weight: 3,
    draw: (_walker, draw) => ({
      method: 'POST',
      url: `${WIKI}/baseline/${draw.of('ENG', 'ENG', 'OPS')}/1/create`,
      body: { name: named(draw), queryString: draw.of(...QUERIES) },
    }),
  },
  {
    name: 'baseline.createInstant',
    weight: 2,
    draw(walker, draw) {
      const page = draw.pick(walker.state('page'))
      if (page === undefined) return undefined
      const body = { name: named(draw), fromCeo: page.id, fromCeoWithChildren: draw.chance(50) }
      return { method: 'POST', url: `${WIKI}/baseline/${page.spaceKey}/1/create-instant`, body }
    },
  },
  {
    name: 'baseline.freeze',
    weight: 3,
    draw(walker, draw) {
      const baseline = baselineOf(walker, draw, 'PREVIEW')
      return (
        baseline && {
          method: 'POST',
          url: `${WIKI}/baseline-actions/${baseline.spaceKey}/freeze/${baseline.number}`,
        }
      )
    },
  },
  {
    name: 'baseline.abort',
    weight: 2,
    draw(walker, draw) {
      const baseline = baselineOf(walker, draw, 'IN_CREATION', 'ERROR', 'PREVIEW')
      if (baseline === undefined) return undefined
      const { spaceKey, number } = baseline
      const body = { spaceKey, baseline: number, status: 'PREVIEW' }
      return { method: 'PUT', url: `${WIKI}/baseline/${spaceKey}/${number}?fields=STATUS`, body }
    },
  },
  {
    name: 'baseline.refreeze',
    weight: 3,
    draw(walker, draw) {
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
      return { method: 'PUT', url: `${WIKI}/baseline/${spaceKey}/0/refreeze`, body }
    },
  },
  {
    name: 'baseline.delete',
    weight: 2,
    draw(walker, draw) {
      const baseline = baselineOf(walker, draw)
      return baseline && { method: 'DELETE', url: `${WIKI}/baseline/${baseline.spaceKey}/${baseline.number}` }
    },
  },
  {
    name: 'baseline.label',
    weight: 1,
    draw(walker, draw) {
      const baseline = baselineOf(walker, draw)
      return (
        baseline && {
          method: 'PUT',
          url: `${WIKI}/baseline/${baseline.spaceKey}/${baseline.number}/label`,
          body: named(draw),
        }
      )
    },
  },
  {
    name: 'baseline.page',
    weight: 1,
    draw(walker, draw) {
      const baseline = baselineOf(walker, draw)
      if (baseline === undefined) return undefined
      const { spaceKey, number } = baseline
      const page = draw.pick(walker.state('page').filter((one) => one.spaceKey === spaceKey))
      const body = { spaceKey, baseline: number, pageId: page?.id ?? null }
      return { method: 'PUT', url: `${WIKI}/baseline/${spaceKey}/${number}?fields=PAGEID`, body }
    },
  },
  {
    name: 'baseline.parent',
    weight: 1,
    draw(walker, draw) {
      const baseline = baselineOf(walker, draw, 'PREVIEW')
      if (baseline === undefined) return undefined
      const { spaceKey, number } = baseline
      const others = walker
        .state('baseline')
        .filter((one) => one.spaceKey === spaceKey && one.number < number)
      const body = { spaceKey, baseline: number, parentBaseline: draw.pick(others)?.number ?? null }
      return { method: 'PUT', url: `${WIKI}/baseline/${spaceKey}/${number}?fields=PARENTBASELINE`, body }
    },
  },
  {
    name: 'task.abort',
    weight: 1,
    draw(walker, draw) {
      const task = draw.pick(walker.state('task'))
      return task && { method: 'DELETE', url: `${WIKI}/tasks/${task.id}` }
    },
  },
  {
    name: 'job.template',
    weight: 5,
    draw(walker, draw) {
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
      return { method: 'POST', url: `${WIKI}/integration/${service}/jira/create-issues-bulk`, body }
    },
  },
  {
    name: 'job.bulk',
    weight: 5,
    draw(walker, draw) {
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
      return {
        method: 'POST',
        url: `${TRACKER}/operations/${TRACKER_APPLINK}/issues-bulk-operation/projects/20001`,
        body,
      }
    },
  },
  {
    name: 'job.abort',
    weight: 1,
    draw(walker, draw) {
      const job = draw.pick(
        walker.state('bulkJob').filter(({ status }) => status === 'PENDING' || status === 'RUNNING'),
      )
      return (
        job && {
          method: 'POST',
          url: `${TRACKER}/operations/${TRACKER_APPLINK}/issues-bulk-operation/jobs/${job.id}/abort`,
        }
      )
    },
  },
  {
    name: 'job.clear',
    weight: 1,
    draw(walker, draw) {
      const job = draw.pick(walker.state('bulkJob').filter(({ finishedAt }) => finishedAt !== undefined))
      return job && { method: 'DELETE', url: `${WIKI}/tasks/jobs/${job.id}` }
    },
  },
  {
    name: 'import.start',
    weight: 3,
    draw(walker, draw) {
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
      return {
        method: 'POST',
        url: `${API}/external-properties/import/json?applicationId=${WIKI_SITE}`,
        body: { ...place, rows },
      }
    },
  },
  {
    name: 'import.cancel',
    weight: 1,
    draw(walker, draw) {
      const job = draw.pick(
        walker.state('importJob').filter(({ status }) => status === 'PENDING' || status === 'RUNNING'),
      )
      return job && { method: 'POST', url: `${API}/jobs/${job.id}/cancel?applicationId=${WIKI_SITE}` }
    },
  },
  {
    name: 'import.retry',
    weight: 1,
    draw(walker, draw) {
      const job = draw.pick(
        walker.state('importJob').filter(({ status }) => status === 'CANCELLED' || status === 'ERROR'),
      )
      return job && { method: 'POST', url: `${API}/jobs/${job.id}/retry?applicationId=${WIKI_SITE}` }
    },
  },
]
