/** Requirements, as the wiki, the standalone interface and the hosted search show them. */
import type * as wire from '../../api/wire-types.generated.ts'
import type { PropertyFacts, RegionFacts } from '../region.ts'
import type { Seen } from '../seen.ts'
import { type Observers, siteOf } from './observer.ts'

type PageRequirement = wire.WikiPageRequirements['requirements'][number]
type WikiRequirement = wire.WikiRequirement | wire.HostedWikiRequirement

export const requirementObservers: Observers = {
  'wiki.requirement.read': (seen, region) => learnWiki(seen, region, [seen.body]),
  'wiki.requirement.search': (seen, region) => {
    const { results, count } = seen.body
    learnWiki(seen, region, results)
    if (!seen.query.has('q') && results.length === count)
      region.requirements.complete(`${siteOf(seen, region)}/${seen.path.spaceKey}`)
  },
  'wiki.requirement.uiSearch': learnUiSearch,
  'wiki.requirement.uiSearchByBody': learnUiSearch,
  'wiki.requirementByKey.read': (seen, region) => learnWiki(seen, region, [seen.body]),
  'wiki.requirement.readMany': (seen, region) => learnWiki(seen, region, seen.body.results),
  'wiki.page.read': learnPage,
  'wiki.page.requirements': learnPage,
  'wiki.requirement.history': learnHistory,
  'standalone.requirement.list': (seen, region) => learnList(seen, region, seen.path.projectId),
  'standalone.requirement.listOfCurrent': (seen, region) => learnList(seen, region, seen.path.projectId),
  'standalone.requirements.list': (seen, region) =>
    learnList(seen, region, Number(seen.query.get('projectContainerId'))),
  'standalone.requirement.read': ({ body }, region) => learnStandalone(region, [body]),
  'standalone.requirement.readOfCurrent': ({ body }, region) => learnStandalone(region, [body]),
  'standalone.requirements.read': ({ body }, region) => learnStandalone(region, [body]),
  'standalone.externalProperties.usageByRequirements': ({ body }, region) =>
    learnStandalone(
      region,
      body.items.filter((item) => typeof item !== 'number'),
    ),
  'standalone.links.list': ({ body }, region) => {
    for (const link of body.items) learnTypedLink(region, link)
  },
  'standalone.links.read': ({ body }, region) => learnTypedLink(region, body),
}

function learnUiSearch(
  seen: Seen<'wiki.requirement.uiSearch'> | Seen<'wiki.requirement.uiSearchByBody'>,
  region: RegionFacts,
): void {
  const { searchResult, suggestionFilter } = seen.body
  learnWiki(seen, region, searchResult.results)
  const site = siteOf(seen, region)
  for (const { spaceKey: key, name } of suggestionFilter.spaces)
    region.spaces.learn(`${site}/${key}`, { site, key, name })
  for (const { pageId: id, title } of suggestionFilter.pages)
    region.pages.learn(id, { id, site, title, spaceKey: String(seen.path.spaceKey) })
}

function learnWiki(seen: Seen, region: RegionFacts, requirements: readonly WikiRequirement[]): void {
  const site = siteOf(seen, region)
  for (const requirement of requirements) {
    const { id, key, spaceKey, status, page, references = [] } = requirement
    const isCopy = status === 'ARCHIVED'
    region.spaces.learn(`${site}/${spaceKey}`, { site, key: spaceKey })
    region.requirements.learn(id, {
      id,
      site,
      key,
      spaceKey,
      status,
      html: requirement.htmlExcerpt,
      needsExcerpt: requirement.htmlNeedsUpdating,
      inline: wikiProperties(requirement.properties, 'INLINE'),
      external: wikiProperties(requirement.properties, 'EXTERNAL'),
      pageId: page?.pageId,
      pageVersion: isCopy ? page?.version : undefined,
      baseline: isCopy ? requirement.baseline : undefined,
      newSpaceKey: requirement.newSpaceKey,
      newKey: requirement.newKey,
    })
    if (page !== undefined) {
      const { pageId, version } = page
      region.pages.learn(pageId, {
        id: pageId,
        site,
        spaceKey,
        version: isCopy ? undefined : version,
      })
    }
    const details = requirement.baselineDetails
    if (details !== undefined && !isCopy) {
      const { baseline: number, name, status: state } = details
      region.baselines.learn(`${site}/${details.spaceKey}/${number}`, {
        site,
        spaceKey: details.spaceKey,
        number,
        status: state,
        name,
        message: details.message,
        query: details.searchQuery,
        pageId: details.pageId,
        parent: details.parentBaseline,
      })
    }
    for (const { pageId, version } of references) {
      region.pages.learn(pageId, { id: pageId, site, spaceKey, version })
      learnMention(region, pageId, id)
    }
    learnDependencies(region, site, requirement)
    learnIssues(region, requirement, isCopy ? (requirement.baseline ?? null) : null)
  }
}

function learnPage(seen: Seen<'wiki.page.read'> | Seen<'wiki.page.requirements'>, region: RegionFacts): void {
  const site = siteOf(seen, region)
  const spaceKey = String(seen.path.spaceKey)
  const id = Number(seen.path.pageId)
  region.spaces.learn(`${site}/${spaceKey}`, { site, key: spaceKey })
  region.pages.learn(id, { id, site, spaceKey })
  for (const requirement of seen.body.requirements) {
    if (!('isPublicDescription' in requirement)) {
      learnWiki(seen, region, [requirement])
      continue
    }
    learnPageRequirement(seen, region, requirement)
  }
}

/** The shape of the pages has no data types, so properties wait for another response. */
function learnPageRequirement(seen: Seen, region: RegionFacts, requirement: PageRequirement): void {
  const site = siteOf(seen, region)
  const { id, key, spaceKey, status, htmlExcerpt, origin, references } = requirement
  region.requirements.learn(id, {
    id,
    site,
    key,
    spaceKey,
    status,
    html: htmlExcerpt,
    pageId: origin.pageId,
    ofPage: requirement.properties.map(({ key: name, value, type, indexation }) => ({
      key: name,
      html: value,
      dataType: 'multivalues' in indexation ? 'LIST' : 'TEXT',
      isExternal: type === 'EXTERNAL',
      ...('multivalues' in indexation ? { multivalues: indexation.multivalues } : {}),
    })),
  })
  region.pages.learn(origin.pageId, { id: origin.pageId, site, spaceKey, title: origin.title })
  for (const { pageId, title, type } of references) {
    region.pages.learn(pageId, { id: pageId, site, spaceKey, title })
    if (type === 'LINK') learnMention(region, pageId, id)
  }
  learnDependencies(region, site, requirement)
  learnIssues(region, requirement, null)
}

function learnHistory(seen: Seen<'wiki.requirement.history'>, region: RegionFacts): void {
  const site = siteOf(seen, region)
  for (const { spaceKey, key, events } of seen.body)
    for (const { requirementId: id, baseline, event, at } of events) {
      if (event === 'CREATED') region.requirements.learn(id, { id, site, key, spaceKey, createdAt: at })
      if (event !== 'ARCHIVED' || baseline === undefined) continue
      region.requirements.learn(id, { id, site, key, spaceKey, status: 'ARCHIVED', baseline, createdAt: at })
    }
}

type RequirementLists =
  | 'standalone.requirement.list'
  | 'standalone.requirement.listOfCurrent'
  | 'standalone.requirements.list'

const FILTERS = ['query', 'key', 'originContainerId', 'externalPropertyMetadataId']

function learnList({ body, query }: Seen<RequirementLists>, region: RegionFacts, containerId: number): void {
  learnStandalone(region, body.items)
  if (body.items.length === body.total && FILTERS.every((name) => !query.has(name)))
    region.requirements.complete(containerId)
}

function learnStandalone(
  region: RegionFacts,
  requirements: readonly wire.StandaloneDTORequirementV2[],
): void {
  for (const requirement of requirements) {
    const { id, key, applicationId, containerId, variantId, originContainerId, status, html, text } =
      requirement
    const site = String(applicationId)
    const [, baseUrl, place] = CANONICAL.exec(requirement.canonicalURL) ?? []
    const isWorkspace = requirement.originLinks?.some(({ type }) => type === 'FILE') === true
    region.sites.learn(site, {
      id: applicationId,
      baseUrl,
      type: isWorkspace ? 'STANDALONE' : undefined,
    })
    if (place !== undefined)
      region.homes.learn(containerId, { id: containerId, site, key: decodeURIComponent(place), isWorkspace })
    region.requirements.learn(id, {
      id,
      site,
      key,
      containerId,
      variantId,
      status,
      html,
      text,
      originContainerId,
      plainInline: plainProperties(requirement.properties, false),
      plainExternal: plainProperties(requirement.properties, true),
    })
    for (const origin of [...(requirement.originLinks ?? []), ...(requirement.referenceLinks ?? [])])
      region.origins.learn(origin.containerId, {
        id: origin.containerId,
        site,
        type: origin.type,
        name: origin.name,
        ownId: origin.pageId,
        parentId: containerId,
      })
    for (const { pageId } of requirement.referenceLinks ?? [])
      if (pageId !== undefined) learnMention(region, pageId, id)
    for (const { spaceKey, key: to, relationship } of requirement.toDependencies ?? [])
      region.dependencies.learn(`${id} ${relationship} ${spaceKey}/${to}`, {
        site,
        from: id,
        spaceKey,
        key: to,
        relationship,
      })
    for (const link of requirement.jiraIssueLinks ?? [])
      region.issues.learn(link.issueKey, {
        key: link.issueKey,
        id: link.issueId,
        summary: link.summary,
        site: String(link.applicationId),
      })
    for (const link of requirement.testCaseLinks ?? [])
      region.testCaseLinks.learn(link.id, {
        id: link.id,
        requirement: id,
        testCase: link.testCaseKey,
        version: link.version,
        relationship: link.relationship,
        status: link.status,
        executedAt: link.executedAt,
      })
  }
}

function learnTypedLink(region: RegionFacts, link: wire.StandaloneDTORequirementLink): void {
  const { requirementId, type, container, issue, testCase, relationship } = link
  if (type === 'REFERENCE' && container?.pageId !== undefined)
    learnMention(region, container.pageId, requirementId)
  if (issue !== undefined) {
    const { issueId: id, issueKey: key, summary, applicationId, issueType, status } = issue
    region.issues.learn(key, {
      key,
      id,
      summary,
      status,
      type: issueType,
      site: applicationId === undefined ? undefined : String(applicationId),
    })
  }
  if (testCase !== undefined)
    region.testCaseLinks.learn(testCase.id, {
      id: testCase.id,
      requirement: requirementId,
      testCase: testCase.testCaseKey,
      version: testCase.version,
      relationship,
      status: testCase.status,
      executedAt: testCase.executedAt,
    })
}

/** The address of a requirement: that of its site, and the key of its space. */
const CANONICAL = /^(https?:\/\/.+)\/requirements\/((?:[\w.~-]|%[0-9A-F]{2})+)\//i

function learnMention(region: RegionFacts, pageId: number, requirement: number): void {
  region.mentions.learn(`${pageId}:${requirement}`, { pageId, requirement })
}

function learnDependencies(
  region: RegionFacts,
  site: string,
  { id, dependencies }: Pick<WikiRequirement, 'id' | 'dependencies'>,
): void {
  for (const { spaceKey, key, relationship } of dependencies)
    region.dependencies.learn(`${id} ${relationship} ${spaceKey}/${key}`, {
      site,
      from: id,
      spaceKey,
      key,
      relationship,
    })
  region.dependencies.complete(id)
}

function learnIssues(
  region: RegionFacts,
  { spaceKey, key, issues }: Pick<WikiRequirement, 'spaceKey' | 'key' | 'issues'>,
  baseline: number | null,
): void {
  const views = issues.map(({ applinkId, issueKey, relationship }) => {
    const view = `${issueKey} ${relationship} ${spaceKey}/${key} ${baseline}`
    region.wikiLinks.learn(view, { applinkId, issueKey, relationship, spaceKey, key, baseline })
    return view
  })
  const list = `${spaceKey}/${key} ${baseline}`
  region.wikiLinks.complete(list)
  if (!region.reading.writes && !region.wikiLists.has(list)) region.wikiLists.set(list, views)
}

function wikiProperties(
  properties: WikiRequirement['properties'],
  wanted: 'INLINE' | 'EXTERNAL',
): PropertyFacts[] {
  return properties
    .filter(({ type }) => type === wanted)
    .map(({ key, value, dataType, indexation }) => ({
      key,
      html: value,
      dataType,
      ...('multivalues' in indexation ? { multivalues: indexation.multivalues } : {}),
    }))
}

function plainProperties(
  properties: wire.StandaloneDTORequirementV2['properties'],
  external: boolean,
): PropertyFacts[] {
  return properties
    .filter((property) => property.external === external)
    .map(({ label: key, value, dataType }) => ({ key, value, dataType }))
}
