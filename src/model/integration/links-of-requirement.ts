/** Making, changing and removing links of a requirement (service §4.1), each where its own product keeps it. */
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { changeOf } from '../history/changes.ts'
import { recordHistory } from '../history/history.ts'
import { forgetLinkId, keepLinkId } from '../records/tracker/link-identities.ts'
import { type IntegrationRecord, integrations } from '../records/tracker/integrations.ts'
import { findPage } from '../finding/pages.ts'
import { PageRewrites, savePage } from '../pages/saving.ts'
import { conflict, invalid, invalidRequest, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { changeDirectly, placeRequirement } from '../requirements/writing/standalone-writing.ts'
import { linkIssue, unlinkIssue } from './issue-links/issue-links.ts'
import type { Writing } from '../records/actor.ts'
import { noteEventOf, requireEvent } from '../records/machines/requirement-machine.ts'
import { countsAsChild, isShownByWiki, placeOfParent } from '../finding/requirements/lookup.ts'
import {
  type DependencyValue,
  isLive,
  type RequirementRecord,
  requirements,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../records/wiki/requirements.ts'
import { identityOf } from '../records/wiki/requirements.ts'
import { factsOf, type TypedLink, typedLinksOf } from '../finding/requirements/typed-links.ts'
import { definitionOf } from '../requirements/writing/writing.ts'
import { countText } from '../../world/count-text.ts'

const MAXIMUM_DEPENDENCIES = 1000

/** A link to make, its ends found and its rights checked. */
export type NewLink =
  /** A parent by its name; it need not exist. */
  | { readonly type: 'DEPENDENCY'; readonly direction: 'TO'; readonly names: DependencyValue }
  /** A child that names the requirement from now on. */
  | {
      readonly type: 'DEPENDENCY'
      readonly direction: 'FROM'
      readonly child: RequirementRecord
      readonly relationship: string
    }
  | { readonly type: 'ORIGIN' | 'REFERENCE'; readonly container: ContainerRecord }
  | {
      readonly type: 'JIRA_ISSUE'
      readonly integration: IntegrationRecord
      readonly issueKey: string
      readonly relationship: string
    }
  | { readonly type: 'TEST_CASE'; readonly testCase: TestCase }

export type TestCase = Omit<TestCaseLinkRecord, 'id' | 'requirementId'>

/** Makes a link. Throws a Refusal: CONFLICT by status, or for a link that is there already; INVALID for what cannot be. */
export function addLink(writing: Writing, row: RequirementRecord, link: NewLink): TypedLink {
  return linkWith(writing, row, makeLink(writing, row, link))
}

/** Changes where a link leads or its relationship; it keeps its id. Throws a Refusal as `addLink` does. */
export function changeLink(
  writing: Writing,
  row: RequirementRecord,
  before: TypedLink,
  link: NewLink,
): TypedLink {
  if (before.type === 'TEST_CASE' && link.type === 'TEST_CASE') {
    requireEvent(row, 'WRITTEN')
    if (isSameTestCase(before.link, link.testCase)) return before
    writing.store.table(testCaseLinks).update(before.link.id, link.testCase)
    noteTestCase(writing, row, before.link, link.testCase)
    return linkWith(writing, row, factsOf(before))
  }
  if (before.type === 'ORIGIN' && link.type === 'ORIGIN') {
    inPages(writing, (rewrites) => placeRequirement(writing, rewrites, row, link.container))
    return keptLink(writing, row, before, factsOf(link))
  }
  if (factsOfNew(link) === factsOf(before)) return before
  takeAway(writing, row, before)
  return keptLink(writing, row, before, makeLink(writing, rowNow(writing.store, row), link))
}

export function removeLink(writing: Writing, row: RequirementRecord, link: TypedLink): void {
  takeAway(writing, row, link)
  forgetLinkId(writing.store, row.id, factsOf(link))
}

/** The integration of a wiki with a tracker; the only one where none is named. Throws a Refusal: NOT_FOUND or INVALID. */
export function integrationWith(
  store: Store,
  wikiApplicationId: number,
  trackerId: number | undefined,
): IntegrationRecord {
  const all = [...store.table(integrations).range('wiki', [wikiApplicationId])]
  const found = trackerId === undefined ? all : all.filter((one) => one.trackerApplicationId === trackerId)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (trackerId === undefined) {
    const instead = only === undefined ? 'make an integration first' : 'name one of them'
    throw invalidRequest(
      "body field 'jiraApplicationId' is missing",
      `application ${wikiApplicationId} is connected to ${countText(all.length, 'tracker')}, so ${instead}`,
    )
  }
  throw notFound('tracker', trackerId, {
    at: "body field 'jiraApplicationId'",
    in: `the integrations of application ${wikiApplicationId}`,
  })
}

/** The identity of a link before it is made; undefined for a test case, which is a record of its own. */
function factsOfNew(link: NewLink): string | undefined {
  switch (link.type) {
    case 'DEPENDENCY':
      return link.direction === 'TO'
        ? factsOf({ type: 'DEPENDENCY', direction: 'TO', ...link.names, other: undefined })
        : factsOf({ ...namingOf(link.child, link.relationship), ...link, other: undefined })
    case 'ORIGIN':
    case 'REFERENCE':
      return factsOf(link)
    case 'TEST_CASE':
      return undefined
    case 'JIRA_ISSUE': {
      const { integration, issueKey, relationship } = link
      const wiki = { applinkId: integration.wikiApplinkId, issueKey, relationship }
      return factsOf({ type: 'JIRA_ISSUE', link: { wiki } })
    }
  }
}

/** Makes a link and returns its identity. */
function makeLink(writing: Writing, row: RequirementRecord, link: NewLink): string {
  const { store } = writing
  switch (link.type) {
    case 'DEPENDENCY':
      requireEvent(row, 'WRITTEN')
      if (link.direction === 'TO') addDependency(writing, row, link.names)
      else {
        refuseOtherPlace(store, link.child, row)
        if (!countsAsChild(store, link.child, row.spaceKey))
          refuseOtherVariant(store, link.child, 'children in another space')
        addDependency(writing, link.child, namingOf(row, link.relationship))
      }
      break
    case 'ORIGIN':
      refuseSecondOrigin(row)
      inPages(writing, (rewrites) => placeRequirement(writing, rewrites, row, link.container))
      break
    case 'REFERENCE':
      mention(writing, row, link.container)
      break
    case 'JIRA_ISSUE':
      refuseOtherVariant(store, row, 'linked to issues')
      linkIssue(writing, row, link, () => true)
      break
    case 'TEST_CASE': {
      requireEvent(row, 'WRITTEN')
      const id = store.nextId(testCaseLinks)
      const made = store.table(testCaseLinks).insert({ id, requirementId: row.id, ...link.testCase })
      noteTestCase(writing, row, undefined, made)
      return factsOf({ type: 'TEST_CASE', link: made })
    }
  }
  return factsOfNew(link) as string
}

function takeAway(writing: Writing, row: RequirementRecord, link: TypedLink): void {
  const { store } = writing
  switch (link.type) {
    case 'DEPENDENCY': {
      if (link.direction === 'TO') return removeDependency(writing, row, link)
      if (link.other !== undefined) removeDependency(writing, link.other, namingOf(row, link.relationship))
      return
    }
    case 'ORIGIN':
      inPages(writing, (rewrites) => placeRequirement(writing, rewrites, row, undefined))
      return
    case 'REFERENCE': {
      const page = findPage(store, link.container.pageId as number)
      const links = page.links.filter(({ spaceKey, key }) => spaceKey !== row.spaceKey || key !== row.key)
      savePage(writing, page, { links })
      return
    }
    case 'JIRA_ISSUE': {
      const integration = store.table(integrations).get(link.link.serviceId) as IntegrationRecord
      const { issueKey, relationship, applinkId } = link.link.wiki
      unlinkIssue(writing, row, {
        integration: { ...integration, wikiApplinkId: applinkId },
        issueKey,
        relationship,
      })
      return
    }
    case 'TEST_CASE':
      requireEvent(row, 'WRITTEN')
      store.table(testCaseLinks).remove(link.link.id)
      noteTestCase(writing, row, link.link, undefined)
  }
}

function namingOf({ spaceKey, key }: RequirementRecord, relationship: string): DependencyValue {
  return { relationship, spaceKey, key }
}

function addDependency(writing: Writing, child: RequirementRecord, dependency: DependencyValue): void {
  writeDependencies(writing, child, (known) => {
    if (known.some((one) => isSame(one, dependency))) {
      const { relationship, key } = dependency
      throw conflict('requirement', child.key, `depends on ${quoted(key)} as ${quoted(relationship)} already`)
    }
    if (known.length >= MAXIMUM_DEPENDENCIES) {
      throw conflict(
        'requirement',
        child.key,
        `has ${countText(known.length, 'dependency', 'dependencies')}, which is the most`,
        'take one away first',
      )
    }
    return [...known, dependency]
  })
}

function removeDependency(writing: Writing, child: RequirementRecord, dependency: DependencyValue): void {
  writeDependencies(writing, child, (known) => known.filter((one) => !isSame(one, dependency)))
}

/** Dependencies are part of the child's definition, which is on its page while it is of the current variant. */
function writeDependencies(
  writing: Writing,
  child: RequirementRecord,
  change: (known: readonly DependencyValue[]) => readonly DependencyValue[],
): void {
  inPages(writing, (rewrites) => {
    const row = rowNow(writing.store, child)
    const defined = isShownByWiki(writing.store, row) ? rewrites.definition(row.pageId, row.key) : undefined
    const dependencies = change(definitionOf(row, defined).dependencies)
    changeDirectly(writing, rewrites, row, { dependencies }, true)
  })
}

function isSame(a: DependencyValue, b: DependencyValue): boolean {
  return identityOf(a).every((part, position) => part === identityOf(b)[position])
}

function refuseSecondOrigin(row: RequirementRecord): void {
  if (row.originContainerId === undefined) return
  throw conflict(
    'requirement',
    row.key,
    `has its origin in container ${row.originContainerId} already`,
    'change that link instead',
  )
}

/** Throws a Refusal (CONFLICT) unless the key that a child names leads to this very requirement. */
export function refuseOtherPlace(store: Store, child: RequirementRecord, parent: RequirementRecord): void {
  const place = placeOfParent(store, child, parent.spaceKey)
  const leadsThere =
    isLive(parent) && place?.variantId === parent.variantId && place.baseline === parent.baseline
  if (leadsThere) return
  throw conflict(
    'requirement',
    child.key,
    `(${child.id}) cannot depend on ${quoted(parent.key)} (${parent.id})`,
    'dependencies lead to ACTIVE requirements of the same variant, or of the current one of another project container of the application',
  )
}

/** Adds a mention to a page. Pages name keys, so only requirements of the current variant can be mentioned. */
function mention(writing: Writing, row: RequirementRecord, container: ContainerRecord): void {
  requireEvent(row, 'WRITTEN')
  refuseOtherVariant(writing.store, row, 'mentioned on pages')
  if (container.pageId === undefined) {
    throw invalid(
      "body field 'containerId'",
      container.id,
      `it is of type ${container.type}: references are on pages, so name one`,
    )
  }
  const page = findPage(writing.store, container.pageId)
  const { spaceKey, key } = row
  if (page.links.some((link) => link.spaceKey === spaceKey && link.key === key)) {
    throw conflict(`page ${page.id} mentions requirement`, key, 'already')
  }
  savePage(writing, page, { links: [...page.links, { spaceKey, key }] })
  noteEventOf(writing.store, row, 'WRITTEN')
}

function refuseOtherVariant(store: Store, row: RequirementRecord, deed: string): void {
  if (isShownByWiki(store, row)) return
  throw conflict(
    'requirement',
    row.key,
    'is not of the current variant',
    `only requirements of that are ${deed}`,
  )
}

function isSameTestCase(before: TestCase, after: TestCase): boolean {
  return Object.entries(after).every(([field, value]) => before[field as keyof TestCase] === value)
}

function noteTestCase(
  writing: Writing,
  row: RequirementRecord,
  before: TestCase | undefined,
  after: TestCase | undefined,
): void {
  const textOf = (one: TestCase | undefined) =>
    one && `${one.relationship} ${one.testCaseKey} v${one.version} ${one.status}`
  const change = changeOf('testCases', textOf(before), textOf(after))
  const event = after === undefined ? 'UNLINKED' : 'LINKED'
  recordHistory(writing, row.id, event, [change])
  noteEventOf(writing.store, row, event)
}

function linkWith(writing: Writing, row: RequirementRecord, facts: string): TypedLink {
  const now = rowNow(writing.store, row)
  const found = typedLinksOf(writing.store, 'simulator', now).find((link) => factsOf(link) === facts)
  if (found === undefined) throw new Error(`requirement ${row.id} does not show the link ${facts}`)
  return found
}

function keptLink(writing: Writing, row: RequirementRecord, before: TypedLink, facts: string): TypedLink {
  const previousFacts = factsOf(before)
  if (previousFacts !== facts) {
    forgetLinkId(writing.store, row.id, previousFacts)
    keepLinkId(writing.store, row.id, facts, before.id)
  }
  return linkWith(writing, row, facts)
}

/** The row after the writes so far; frozen copies do not change. */
function rowNow(store: Store, row: RequirementRecord): RequirementRecord {
  return store.table(requirements).get(row.id) ?? row
}

function inPages(writing: Writing, write: (rewrites: PageRewrites) => void): void {
  const rewrites = new PageRewrites(writing)
  write(rewrites)
  rewrites.save()
}
