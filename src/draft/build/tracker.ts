/** What joins wikis and trackers: integrations, links with both of their views, and messages. */
import { contentOf } from '../../scenario/saving/requirements.ts'
import type { Entry, Sections } from '../../scenario/format/format.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import type { IntegrationFacts, LinkViewFacts } from '../region.ts'
import { type Building, type Place, reference, sinceStart, unless } from './building.ts'
import { homeOf } from './requirements.ts'

type View = Partial<LinkViewFacts>

export function buildTracker(building: Building): Sections {
  const { region, names } = building
  const paired = integrationsOf(building)
  return {
    integrations: paired.map((facts): Entry<'integrations'> => {
      const tracker = trackerOf(building, facts)
      const site = region.sites.get(tracker)
      return {
        serviceId: facts.serviceId ?? '',
        wiki: names.site(region.wiki),
        tracker: names.site(tracker),
        wikiApplinkId: facts.wikiApplinkId,
        trackerApplinkId: facts.trackerApplinkId,
        label: unless(facts.label, site?.name ?? names.site(tracker)),
        mode: unless(facts.mode ?? 'AUTO', 'AUTO'),
        version: unless(facts.version ?? 9, 9),
        status: unless(facts.status ?? 'ACTIVE', 'ACTIVE'),
        username: facts.username,
        url: unless(facts.url, site?.baseUrl),
      }
    }),
    links: builtLinks(building, paired),
    trackerTexts: builtTexts(building, paired),
    customFields: region.customFields.all().map(({ fields }) => ({
      ...(fields.entry as unknown as Entry<'customFields'>),
      site: names.site(fields.site ?? region.tracker),
    })),
    outboundMessages: region.outboundMessages.all().map(({ fields }) => outboundMessage(building, fields.entry ?? {})),
    trackerMessages: region.trackerMessages.all().map(({ fields }) => trackerMessage(building, fields.entry ?? {})),
  }
}

/** Integrations; one that only a tracker's link shows belongs to the one that lacks such a link. */
function integrationsOf({ region }: Building): Partial<IntegrationFacts>[] {
  const all = region.integrations.all().map(({ fields }) => ({ ...fields }))
  const described = all.filter(({ wikiApplinkId }) => wikiApplinkId !== undefined)
  const trackerOnly = all.filter(({ wikiApplinkId }) => wikiApplinkId === undefined)
  const open = described.filter(({ trackerApplinkId }) => trackerApplinkId === undefined)
  for (const facts of trackerOnly) {
    const [target] = open.splice(0, 1)
    if (target === undefined) described.push(facts)
    else Object.assign(target, { ...facts, ...target, trackerApplinkId: facts.trackerApplinkId })
  }
  const applinks = countedApplinks(region.trackerLinks.all().map(({ fields }) => fields.applinkId))
  for (const facts of described)
    if (facts.trackerApplinkId === undefined && described.length === 1 && applinks[0] !== undefined)
      Object.assign(facts, { trackerApplinkId: applinks[0] })
  const wikiLinks = countedApplinks(region.wikiLinks.all().map(({ fields }) => fields.applinkId))
  if (described.length === 0 && (applinks.length > 0 || wikiLinks.length > 0))
    described.push({
      serviceId: 'svc-draft-1',
      ...(wikiLinks[0] === undefined ? {} : { wikiApplinkId: wikiLinks[0] }),
      ...(applinks[0] === undefined ? {} : { trackerApplinkId: applinks[0] }),
    })
  return described
}

/** The most frequent first. */
function countedApplinks(ids: readonly (string | undefined)[]): string[] {
  const counts = new Map<string, number>()
  for (const id of ids) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

function trackerOf({ region }: Building, { displayUrl }: Partial<IntegrationFacts>): string {
  const found = region.sites
    .all()
    .find(({ fields }) => fields.type === 'JIRA' && displayUrl !== undefined && fields.baseUrl === displayUrl)
  return found?.key ?? region.tracker
}

interface Pair {
  readonly wiki: View | undefined
  readonly tracker: View | undefined
  readonly number: number
}

/** Views of one link: by the id that a list of discrepancies gives them, or because they agree. */
function pairsOf({ region }: Building): Pair[] {
  const wikiViews = region.wikiLinks.all()
  const used = new Set<string>()
  const pairs: Pair[] = region.trackerLinks.all().map(({ fields: tracker, number }) => {
    const found =
      wikiViews.find(({ key, fields }) => !used.has(key) && fields.id !== undefined && fields.id === tracker.id) ??
      wikiViews.find(
        ({ key, fields }) => !used.has(key) && fields.id === undefined && linkKey(fields) === linkKey(tracker),
      )
    if (found !== undefined) used.add(found.key)
    return { wiki: found?.fields, tracker, number }
  })
  const others = wikiViews.filter(({ key }) => !used.has(key))
  return [...pairs, ...others.map(({ fields: wiki, number }) => ({ wiki, tracker: undefined, number }))]
}

function linkKey({ issueKey, relationship, spaceKey, key, baseline }: View): string {
  return `${issueKey} ${relationship} ${spaceKey}/${key} ${baseline ?? null}`
}

function builtLinks(building: Building, paired: readonly Partial<IntegrationFacts>[]): Entry<'links'>[] {
  const { region } = building
  const listedIssues = new Set(region.trackerLists)
  const entries = pairsOf(building).flatMap(({ wiki, tracker, number }): Entry<'links'>[] => {
    const view = wiki ?? tracker ?? {}
    const place = building.placeOfKey('space', region.wiki, view.spaceKey ?? '')
    const target = place === undefined ? undefined : keyIn(building, place, view.key)
    const issueKey = tracker?.issueKey ?? wiki?.issueKey
    if (place === undefined || target === undefined || issueKey === undefined) {
      building.guess(number, `the link of issue ${issueKey} to ${view.spaceKey}/${view.key}`)
      return []
    }
    const relationship = view.relationship ?? DEFAULT_ISSUE_RELATIONSHIP
    const integration = paired.find(({ trackerApplinkId, wikiApplinkId }) =>
      tracker === undefined ? wikiApplinkId === wiki?.applinkId : trackerApplinkId === tracker.applinkId,
    )
    const known = integration ?? paired.find(({ serviceId }) => serviceId === view.serviceId) ?? paired[0]
    const wikiSeen = isWikiSeen(building, place, view.key)
    return [
      {
        id: tracker?.id ?? wiki?.id,
        issue: issueKey,
        requirement: reference(building, place, target),
        relationship: unless(relationship, DEFAULT_ISSUE_RELATIONSHIP),
        baseline: view.baseline ?? undefined,
        integration: paired.length > 1 ? known?.serviceId : undefined,
        faces:
          wiki === undefined && (wikiSeen || tracker?.key === null)
            ? 'tracker'
            : tracker === undefined && listedIssues.has(issueKey)
              ? 'wiki'
              : undefined,
        lostKey: tracker?.key === null ? true : undefined,
        inWiki: wiki === undefined || wiki.issueKey === issueKey ? undefined : { issue: wiki.issueKey },
        inTracker:
          tracker === undefined ? undefined : inTracker(building, view, tracker, known?.trackerApplinkId),
      },
    ]
  })
  return entries.sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER))
}

/** A key that exists, for links of which the tracker has lost the key or that name none. */
function keyIn(building: Building, place: Place, key: string | null | undefined): string | undefined {
  const rows = building.region.requirements.all().filter(({ fields }) => homeOf(building, fields) === place)
  if (key !== null && rows.some(({ fields }) => fields.key === key)) return key
  return rows.find(({ fields }) => fields.status === 'ACTIVE')?.fields.key
}

/** Whether the wiki has shown the links of a requirement. */
function isWikiSeen(building: Building, place: Place, key: string | null | undefined): boolean {
  return building.region.requirements
    .all()
    .some(
      ({ fields }) =>
        fields.key === key && fields.inline !== undefined && homeOf(building, fields) === place,
    )
}

function inTracker(building: Building, view: View, tracker: View, applinkId: string | undefined) {
  const { region } = building
  const isElsewhere = tracker.key !== null && (tracker.spaceKey !== view.spaceKey || tracker.key !== view.key)
  const place = building.placeOfKey('space', region.wiki, tracker.spaceKey ?? '')
  const shown = {
    requirement:
      isElsewhere && place !== undefined ? reference(building, place, tracker.key ?? '') : undefined,
    relationship: unless(tracker.relationship, view.relationship),
    baseline: unless(tracker.baseline ?? undefined, view.baseline ?? undefined),
    applinkId: unless(tracker.applinkId, applinkId),
  }
  return Object.values(shown).some((value) => value !== undefined) ? shown : undefined
}

/** Texts that are not what the wiki shows now. */
function builtTexts(building: Building, paired: readonly Partial<IntegrationFacts>[]): Entry<'trackerTexts'>[] {
  const { region } = building
  const seen = new Set<string>()
  return region.trackerLinks.all().flatMap(({ fields }): Entry<'trackerTexts'>[] => {
    const { spaceKey = '', key, baseline, html, applinkId } = fields
    const place = building.placeOfKey('space', region.wiki, spaceKey)
    const integration = paired.find(({ trackerApplinkId }) => trackerApplinkId === applinkId)
    if (html === undefined || key === null || key === undefined || place === undefined) return []
    if (integration?.serviceId === undefined || seen.has(`${spaceKey}/${key} ${baseline}`)) return []
    seen.add(`${spaceKey}/${key} ${baseline}`)
    const row = region.requirements
      .all()
      .find(
        (each) =>
          each.fields.key === key &&
          (each.fields.baseline ?? null) === (baseline ?? null) &&
          each.fields.status !== 'DELETED' &&
          homeOf(building, each.fields) === place,
      )
    if (row?.fields.html === html) return []
    return [
      {
        integration: integration.serviceId,
        requirement: reference(building, place, key),
        baseline: baseline ?? undefined,
        ...(html === '' ? { text: '' } : contentOf(html)),
      },
    ]
  })
}

interface Message {
  readonly serviceId: string
  readonly user?: number
  readonly createdAt: string
  readonly status: string
  readonly attempts: number
  readonly place: {
    readonly spaceKey?: string
    readonly key?: string
    readonly newSpaceKey?: string
    readonly newKey?: string
  }
}

function messageFields(building: Building, message: Readonly<Record<string, unknown>>) {
  const { serviceId, user, createdAt, status, attempts, place, ...rest } = message as unknown as Message
  const { region, names } = building
  const space = building.placeOfKey('space', region.wiki, place.spaceKey ?? '')
  return {
    place,
    space,
    entry: {
      ...rest,
      integration: serviceId,
      requirement:
        space === undefined || place.key === undefined ? undefined : reference(building, space, place.key),
      createdBy: user === undefined ? undefined : names.user({ id: user }),
      createdAt: sinceStart(building, createdAt),
      status: unless(status as 'PENDING', 'PENDING'),
      attempts: unless(attempts, 0),
    },
  }
}

function outboundMessage(building: Building, message: Readonly<Record<string, unknown>>): Entry<'outboundMessages'> {
  const { place, space, entry } = messageFields(building, message)
  const target =
    place.newSpaceKey === undefined
      ? undefined
      : building.placeOfKey('space', building.region.wiki, place.newSpaceKey)
  return {
    ...(entry as unknown as Entry<'outboundMessages'>),
    movedTo:
      target === undefined || place.newKey === undefined
        ? undefined
        : { space: building.names.place(target), key: place.newKey },
    space: place.key !== undefined || space === undefined ? undefined : building.names.place(space),
  }
}

function trackerMessage(building: Building, message: Readonly<Record<string, unknown>>): Entry<'trackerMessages'> {
  return messageFields(building, message).entry as unknown as Entry<'trackerMessages'>
}
