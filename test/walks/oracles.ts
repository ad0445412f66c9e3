/** What must hold once all messages have arrived: each oracle returns complaints, none if all is well. */
import { worldComplaints } from '../fuzz/world-invariants.ts'
import { SPACES, WIKI_SITE } from './kinds/kind.ts'
import { waitingOf } from './settle.ts'
import { API, post, put, TRACKER, type Walker, WIKI } from './walker.ts'

export type Oracle = (walker: Walker) => string[] | Promise<string[]>

interface WikiRow {
  readonly spaceKey: string
  readonly key: string
  readonly status: string
  readonly baseline?: number
  readonly htmlExcerpt: string
  readonly reverseDependencies: WikiRow['dependencies']
  readonly dependencies: readonly {
    readonly relationship: string
    readonly spaceKey: string
    readonly key: string
  }[]
  readonly issues: readonly { readonly issueKey: string; readonly relationship: string }[]
}

interface StandaloneRow {
  readonly key: string
  readonly status: string
  readonly html: string
  readonly jiraIssueLinks: readonly { readonly issueKey: string; readonly relationship: string }[]
}

interface TrackerLink {
  readonly spaceKey: string
  readonly key: string | null
  readonly baseline: number | null
  readonly relationship: string
  readonly html?: string
}

export const ORACLES: Readonly<Record<string, Oracle>> = {
  queues: waitingOf,
  faces: async (walker) => {
    const rows = await linkedRows(walker)
    const ofWiki = rows.flatMap((row) =>
      row.issues.map((issue) => sentence(issue.issueKey, issue.relationship, row)),
    )
    const links = await trackerLinks(walker)
    const ofTracker = links.map(([issueKey, link]) => sentence(issueKey, link.relationship, link))
    return [
      ...doubled(ofWiki).map((link) => `the wiki shows twice ${link}`),
      ...doubled(ofTracker).map((link) => `the tracker shows twice ${link}`),
      ...ofWiki.filter((link) => !ofTracker.includes(link)).map((link) => `only the wiki shows ${link}`),
      ...ofTracker.filter((link) => !ofWiki.includes(link)).map((link) => `only the tracker shows ${link}`),
    ]
  },
  texts: async (walker) => {
    const rows = await linkedRows(walker)
    const complaints: string[] = []
    for (const [issueKey, link] of await trackerLinks(walker)) {
      const row = rows.find(
        (one) => one.spaceKey === link.spaceKey && one.key === link.key && frozenIn(one) === link.baseline,
      )
      if (row !== undefined && row.htmlExcerpt !== link.html)
        complaints.push(
          `text of ${sentence(issueKey, link.relationship, link)}: the wiki ${row.htmlExcerpt}, the tracker ${link.html}`,
        )
    }
    return complaints
  },
  spareTexts: (walker) => {
    const linked = new Set(
      walker
        .state('issueLink')
        .map(({ tracker }) => tracker && `${tracker.spaceKey}/${tracker.key} ${tracker.baseline}`),
    )
    return walker
      .state('trackerText')
      .map(({ spaceKey, key, baseline }) => `${spaceKey}/${key} ${baseline}`)
      .filter((one) => !linked.has(one))
      .map((one) => `the tracker keeps a text of ${one}, which no issue links`)
  },
  records: (walker) =>
    walker
      .state('issueLink')
      .filter(({ wiki, tracker }) => wiki === undefined && typeof tracker?.key === 'string')
      .map(({ id, tracker }) => `link ${id} of ${tracker?.spaceKey}/${tracker?.key} is two records`),
  repair: async (walker) => {
    const found = await walker.read(`${WIKI}/repair/trackerlinks`)
    const listed: readonly { kind: string; detail: string }[] = found?.discrepancies ?? []
    return [
      ...listed.map(({ kind, detail }) => `repair lists ${kind}: ${detail}`),
      ...(found?.unreachable ?? []).map((one: object) => `unreachable ${JSON.stringify(one)}`),
    ]
  },
  baselines: async (walker) => {
    const complaints: string[] = []
    for (const space of SPACES) {
      const all: readonly { baseline: number; status: string; count?: number }[] = await walker.read(
        `${WIKI}/baseline/${space}?expand=details`,
      )
      for (const { baseline, status, count } of all ?? []) {
        if (status === 'IN_CREATION') complaints.push(`${space} ${baseline} is ${status} for ever`)
        const keys = (await rowsIn(walker, space, `baseline = ${baseline}`)).map(({ key }) => key)
        const wanted = status === 'DONE' ? count : 0
        if (keys.length !== wanted)
          complaints.push(`${space} ${baseline} ${status} counts ${count} and has ${keys.length}`)
        complaints.push(...doubled(keys).map((key) => `${space} ${baseline} holds ${key} twice`))
      }
    }
    return complaints
  },
  representations: async (walker) => {
    const complaints: string[] = []
    for (const space of SPACES) {
      const all = (await walker.read(`${WIKI}/baseline/${space}?expand=details`)) ?? []
      for (const { baseline, status } of all) {
        const own = await walker.read(`${WIKI}/baseline/${space}/${baseline}`)
        const fields = `NAME,PAGEID,REFREEZEPROPERTIES${status === 'DONE' ? '' : ',SEARCHQUERY,PARENTBASELINE'}`
        const url = `${WIKI}/baseline/${space}/${baseline}?fields=${fields}`
        const sent = await walker.send(put(url, own))
        if (sent.status !== 200)
          complaints.push(`${space} ${baseline} is not taken back: ${sent.status} ${sent.text}`)
      }
    }
    return complaints
  },
  dependencies: async (walker) => {
    const rows: WikiRow[] = []
    for (const space of SPACES) rows.push(...(await rowsIn(walker, space)))
    const up = rows.flatMap((row) =>
      row.dependencies.map(
        (one) => `${row.spaceKey}/${row.key} ${one.relationship} ${one.spaceKey}/${one.key}`,
      ),
    )
    const down = rows.flatMap((row) =>
      row.reverseDependencies.map(
        (one) => `${one.spaceKey}/${one.key} ${one.relationship} ${row.spaceKey}/${row.key}`,
      ),
    )
    const there = new Set(rows.map((row) => `${row.spaceKey}/${row.key}`))
    const live = up.filter((one) => there.has(one.split(' ').at(-1) ?? ''))
    return [
      ...doubled(up).map((one) => `twice ${one}`),
      ...doubled(down).map((one) => `twice from above ${one}`),
      ...live.filter((one) => !down.includes(one)).map((one) => `only the child says ${one}`),
      ...down.filter((one) => !up.includes(one)).map((one) => `only the parent says ${one}`),
    ]
  },
  standalone: async (walker) => {
    const complaints: string[] = []
    for (const [space, project] of [
      ['ENG', 1001],
      ['OPS', 1002],
    ] as const) {
      const rows = await rowsIn(walker, space)
      const url = `${API}/requirements?applicationId=${WIKI_SITE}&projectContainerId=${project}&limit=200&includeJiraIssueLinks=true`
      const items: readonly StandaloneRow[] = (await walker.read(url))?.items ?? []
      const ofWiki = rows.map(({ key, htmlExcerpt, issues }) => `${key} ${htmlExcerpt} ${linksOf(issues)}`)
      const ofApi = items
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ key, html, jiraIssueLinks }) => `${key} ${html} ${linksOf(jiraIssueLinks)}`)
      complaints.push(
        ...ofWiki.filter((one) => !ofApi.includes(one)).map((one) => `only the wiki has ${space} ${one}`),
      )
      complaints.push(
        ...ofApi
          .filter((one) => !ofWiki.includes(one))
          .map((one) => `only the standalone interface has ${space} ${one}`),
      )
    }
    return complaints
  },
  variants: async (walker) => {
    const complaints: string[] = []
    for (const project of [1001, 1002]) {
      const page = await walker.read(
        `${API}/variants?applicationId=${WIKI_SITE}&projectContainerId=${project}&limit=200`,
      )
      const current = (page?.items ?? []).filter((variant: { current: boolean }) => variant.current)
      if (current.length !== 1) complaints.push(`${project} has ${current.length} current variants`)
    }
    return complaints
  },
  pages: async (walker) => {
    const complaints: string[] = []
    for (const space of SPACES) {
      const defined = new Set<string>()
      const active = await rowsIn(walker, space)
      complaints.push(...doubled(active.map(({ key }) => key)).map((key) => `${space} has ${key} twice`))
      for (const page of walker.state('page').filter(({ spaceKey }) => spaceKey === space)) {
        const before = JSON.stringify(definedRows(walker, active))
        const { status, text } = await walker.send(put(`${WIKI}/helpers/reindex/${page.id}`))
        if (status !== 200) complaints.push(`page ${page.id} is not reindexed: ${status} ${text}`)
        await walker.read(`${WIKI}/misc/${space}/${page.id}`)
        const after = JSON.stringify(definedRows(walker, await rowsIn(walker, space)))
        if (before !== after)
          complaints.push(
            `reindexing page ${page.id} of ${space} changes requirements: ${firstDifference(before, after)}`,
          )
        for (const { key, html } of page.definitions) {
          if (defined.has(key)) complaints.push(`two pages of ${space} define ${key}`)
          defined.add(key)
          const row = active.find((one) => one.key === key)
          if (row === undefined)
            complaints.push(`page ${page.id} defines ${space} ${key}, which is not ACTIVE`)
          else if (row.htmlExcerpt !== html)
            complaints.push(`page ${page.id} says of ${key} ${html}, the requirement ${row.htmlExcerpt}`)
        }
      }
    }
    return complaints
  },
  suggestions: async (walker) => {
    const complaints: string[] = []
    for (const space of SPACES) {
      const taken = new Set((await rowsIn(walker, space)).map(({ key }) => key))
      const url = `${WIKI}/key-suggestions/${space}/suggestAtInitialization`
      const { status, body } = await walker.send(post(url, ['REQ-', 'NEW-']))
      if (status !== 200) complaints.push(`no suggestions in ${space}: ${status}`)
      for (const { key } of (body ?? []) as readonly { readonly key: string }[])
        if (taken.has(key)) complaints.push(`${space} suggests ${key}, which is taken`)
    }
    return complaints
  },
  jobs: (walker) => [
    ...walker
      .state('bulkJob')
      .filter(({ finishedAt }) => finishedAt === undefined)
      .map(({ id, status }) => `bulk job ${id} is ${status}`),
    ...walker
      .state('importJob')
      .filter(({ status }) => status === 'PENDING' || status === 'RUNNING')
      .map(({ id, status }) => `import ${id} is ${status}`),
    ...walker
      .state('task')
      .filter(({ status }) => status === 'PENDING' || status === 'RUNNING')
      .map(({ id, status }) => `task ${id} is ${status}`),
  ],
}

/** Slow oracles, for some walks only. */
export const THOROUGH: Readonly<Record<string, Oracle>> = {
  world: (walker) => worldComplaints(walker.simulator.world),
}

/** The rows that pages define; reindexing deletes keys that are only reserved. */
function definedRows(walker: Walker, rows: readonly WikiRow[]) {
  const defined = new Set(
    walker
      .state('page')
      .flatMap(({ spaceKey, definitions }) => definitions.map(({ key }) => `${spaceKey}/${key}`)),
  )
  return rows
    .filter(({ spaceKey, key }) => defined.has(`${spaceKey}/${key}`))
    .map(({ spaceKey, key, htmlExcerpt, dependencies }) => ({
      named: `${spaceKey}/${key}`,
      htmlExcerpt,
      dependencies: dependencies.map((one) => `${one.relationship} ${one.spaceKey}/${one.key}`),
    }))
}

const frozenIn = ({ status, baseline }: WikiRow): number | null =>
  status === 'ARCHIVED' ? (baseline ?? null) : null

/** The rows that the wiki finds in a space. */
async function rowsIn(walker: Walker, space: string, query = ''): Promise<readonly WikiRow[]> {
  const place = space === '*' ? '*?spaceKey=*&' : `${space}?`
  const found = await walker.read(`${WIKI}/requirement2/${place}limit=200&q=${encodeURIComponent(query)}`)
  return found?.results ?? []
}

/** The rows with issues that the wiki shows: ACTIVE requirements and frozen copies. */
async function linkedRows(walker: Walker): Promise<readonly WikiRow[]> {
  const rows: WikiRow[] = []
  for (const baseline of ['', ' AND baseline IS NOT NULL']) {
    const found = await rowsIn(walker, '*', `jira IS NOT NULL${baseline}`)
    rows.push(...found.filter(({ status }) => status === (baseline === '' ? 'ACTIVE' : 'ARCHIVED')))
  }
  return rows
}

async function trackerLinks(walker: Walker): Promise<readonly (readonly [string, TrackerLink])[]> {
  const all: (readonly [string, TrackerLink])[] = []
  for (const { key } of walker.state('issue')) {
    const links: readonly TrackerLink[] = (await walker.read(`${TRACKER}/issuelinks/${key}`)) ?? []
    all.push(...links.map((link) => [key, link] as const))
  }
  return all
}

function sentence(
  issueKey: string,
  relationship: string,
  named: {
    readonly spaceKey: string
    readonly key: string | null
    readonly status?: string
    readonly baseline?: number | null
  },
): string {
  const baseline = named.status === 'ACTIVE' ? undefined : (named.baseline ?? undefined)
  return `${issueKey} ${relationship} ${named.spaceKey}/${named.key}${baseline === undefined ? '' : ` in ${baseline}`}`
}

const linksOf = (links: StandaloneRow['jiraIssueLinks']) =>
  links.map(({ issueKey, relationship }) => `${relationship} ${issueKey}`).sort()

const doubled = (texts: readonly string[]): string[] => texts.filter((one, at) => texts.indexOf(one) !== at)

function firstDifference(before: string, after: string): string {
  const at = [...before].findIndex((character, position) => character !== after[position])
  return `${before.slice(Math.max(0, at - 80), at + 60)} → ${after.slice(Math.max(0, at - 80), at + 60)}`
}
