/** What joins wikis and trackers: integrations, links with both of their views, and messages. */
import { contentOf } from '../../scenario/saving/requirements.ts'
import type { Entry, Sections } from '../../scenario/format/format.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import type { IntegrationFacts, LinkViewFacts } from '../region.ts'
import { type Building, type Place, reference, sinceStart, unless } from './building.ts'
import type { KnownIssues } from './issues.ts'
import { homeOf } from './requirements.ts'

type View = Partial<LinkViewFacts>

export function buildTracker(building: Building, known: KnownIssues): Sections {
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
    links: builtLinks(building, paired, known),
    trackerTexts: builtTexts(building, paired),
    customFields: region.customFields.all().map(({ fields }) => ({
      ...(fields.entry as unknown as Entry<'customFields'>),
      site: names.site(fields.site ?? region.tracker),
    })),
    outboundMessages: region.outboundMessages
      .all()
      .map(({ fields }) => outboundMessage(building, fields.entry ?? {})),
    trackerMessages: region.trackerMessages
      .all()
      .map(({ fields }) => trackerMessage(building, fields.entry ?? {})),
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
  /** The key of the wiki's view. */
  readonly wikiKey?: string
  readonly wiki: View | undefined
  readonly tracker: View | undefined
  readonly number: number
}

/** Views of one link: by the id that a list of discrepancies gives them, or because they agree. */
function pairsOf({ region }: Building, { present }: KnownIssues): Pair[] {
  const wikiViews = region.wikiLinks.all()
  const byKey = Map.groupBy(wikiViews, ({ fields }) => linkKey(fields, present))
  const byId = new Map(
    wikiViews.flatMap((view) => (view.fields.id === undefined ? [] : [[view.fields.id, view]])),
  )
  const used = new Set<string>()
  const pairs: Pair[] = region.trackerLinks.all().map(({ fields: tracker, number }) => {
    const agreeing = byKey.get(linkKey(tracker, present)) ?? []
    const found =
      byId.get(tracker.id ?? 0) ??
      agreeing.find(({ key, fields }) => !used.has(key) && fields.id === undefined)
    if (found === undefined) return { wiki: undefined, tracker, number }
    used.add(found.key)
    return { wiki: found.fields, wikiKey: found.key, tracker, number }
  })
  const others = wikiViews.filter(({ key }) => !used.has(key))
  return [
    ...pairs,
    ...others.map(({ key, fields: wiki, number }) => ({ wiki, wikiKey: key, tracker: undefined, number })),
  ]
}

function linkKey(
  { issueKey = '', relationship, spaceKey, key, baseline }: View,
  present: KnownIssues['present'],
): string {
  return `${present(issueKey) ?? issueKey} ${relationship} ${spaceKey}/${key} ${baseline ?? null}`
}

/** Ids for links that only the wiki shows, so that it lists them in the recorded order, which is that of ids. */
function idsOf({ region }: Building, pairs: readonly Pair[]): ReadonlyMap<string, number> {
  const ids = new Map(
    pairs.flatMap(({ wikiKey, tracker, wiki }) => {
      const id = tracker?.id ?? wiki?.id
      return wikiKey === undefined || id === undefined ? [] : [[wikiKey, id] as const]
    }),
  )
  const taken = new Set(region.trackerLinks.all().map(({ fields }) => fields.id))
  for (const views of region.wikiLists.values()) {
    let next: number | undefined
    for (const view of views.toReversed()) {
      const known = ids.get(view)
      if (known !== undefined) next = known
      else if (next !== undefined) {
        do next--
        while (taken.has(next))
        if (next < 1) break
        ids.set(view, next)
        taken.add(next)
      }
    }
  }
  return ids
}

function builtLinks(
  building: Building,
  paired: readonly Partial<IntegrationFacts>[],
  { keys, present }: KnownIssues,
): Entry<'links'>[] {
  const { region } = building
  const [anyIssue] = keys.keys()
  const pairs = pairsOf(building, { keys, present })
  const ids = idsOf(building, pairs)
  const entries = pairs.flatMap(({ wiki, wikiKey = '', tracker, number }): Entry<'links'>[] => {
    const view = wiki ?? tracker ?? {}
    const shownKey = tracker?.issueKey ?? wiki?.issueKey ?? ''
    // The tracker knows its issues: a link of another one is of an issue that the session created.
    if (tracker !== undefined && present(shownKey) === undefined) return []
    const issue = present(shownKey) ?? anyIssue
    const target = targetOf(building, view)
    if (target === undefined || issue === undefined) {
      building.guess(number, `the link of issue ${shownKey} to ${view.spaceKey}/${view.key}`)
      return []
    }
    const { place, key } = target
    const relationship = view.relationship ?? DEFAULT_ISSUE_RELATIONSHIP
    const integration = paired.find(({ trackerApplinkId, wikiApplinkId }) =>
      tracker === undefined ? wikiApplinkId === wiki?.applinkId : trackerApplinkId === tracker.applinkId,
    )
    const own = integration ?? paired.find(({ serviceId }) => serviceId === view.serviceId) ?? paired[0]
    const isWikiOnly =
      tracker === undefined && (present(shownKey) === undefined || region.trackerLists.has(issue))
    const isTrackerOnly =
      wiki === undefined && (tracker?.key === null || isWikiSeen(building, place, key) || key !== view.key)
    const baseline = hasBaseline(building, place, view.baseline) ? (view.baseline ?? undefined) : undefined
    return [
      {
        id: tracker?.id ?? ids.get(wikiKey),
        issue,
        requirement: reference(building, place, key),
        relationship: unless(relationship, DEFAULT_ISSUE_RELATIONSHIP),
        baseline,
        integration: paired.length > 1 ? own?.serviceId : undefined,
        faces: isTrackerOnly ? 'tracker' : isWikiOnly ? 'wiki' : undefined,
        lostKey: tracker?.key === null ? true : undefined,
        inWiki:
          wiki?.issueKey === undefined || wiki.issueKey === issue ? undefined : { issue: wiki.issueKey },
        inTracker:
          tracker === undefined
            ? undefined
            : inTracker(building, { relationship, ...target, baseline }, tracker, own?.trackerApplinkId),
      },
    ]
  })
  return entries.sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER))
}

interface Target {
  readonly place: Place
  readonly key: string
}

/** The requirement of a link, or one that exists, for links that name none or that the tracker has lost. */
function targetOf(building: Building, { spaceKey = '', key }: View): Target | undefined {
  const { region } = building
  const place = building.placeOfKey('space', region.wiki, spaceKey)
  const all = region.requirements.all().filter(({ fields }) => fields.baseline === undefined)
  const rows = all.filter(({ fields }) => homeOf(building, fields) === place)
  if (
    place !== undefined &&
    key !== null &&
    key !== undefined &&
    rows.some(({ fields }) => fields.key === key)
  )
    return { place, key }
  const [other] = rows.length === 0 ? all : rows
  const home = other === undefined ? undefined : homeOf(building, other.fields)
  return other?.fields.key === undefined || home?.kind !== 'space'
    ? undefined
    : { place: home, key: other.fields.key }
}

function hasBaseline({ region }: Building, place: Place, number: number | null | undefined): boolean {
  return region.baselines.get(`${place.site}/${place.key}/${number}`) !== undefined
}

/** Whether the wiki has shown the links of a requirement. */
function isWikiSeen(building: Building, place: Place, key: string): boolean {
  return building.region.requirements
    .all()
    .some(
      ({ fields }) => fields.key === key && fields.inline !== undefined && homeOf(building, fields) === place,
    )
}

function inTracker(
  building: Building,
  view: Target & { readonly relationship: string; readonly baseline: number | undefined },
  tracker: View,
  applinkId: string | undefined,
) {
  const { region } = building
  const isElsewhere =
    tracker.key !== null && (tracker.spaceKey !== view.place.key || tracker.key !== view.key)
  const place = building.placeOfKey('space', region.wiki, tracker.spaceKey ?? '')
  const shown = {
    requirement:
      isElsewhere && place !== undefined ? reference(building, place, tracker.key ?? '') : undefined,
    relationship: unless(tracker.relationship, view.relationship),
    baseline: unless(tracker.baseline ?? undefined, view.baseline),
    applinkId: unless(tracker.applinkId, applinkId),
  }
  return Object.values(shown).some((value) => value !== undefined) ? shown : undefined
}

/** Texts that are not what the wiki shows now. */
function builtTexts(
  building: Building,
  paired: readonly Partial<IntegrationFacts>[],
): Entry<'trackerTexts'>[] {
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

function outboundMessage(
  building: Building,
  message: Readonly<Record<string, unknown>>,
): Entry<'outboundMessages'> {
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

function trackerMessage(
  building: Building,
  message: Readonly<Record<string, unknown>>,
): Entry<'trackerMessages'> {
  return messageFields(building, message).entry as unknown as Entry<'trackerMessages'>
}
