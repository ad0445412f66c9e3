/** Derives a scenario from a recorded session: a world in which its reads return what was recorded. */
import { DEFAULT_CONFIG } from '../model/records/world/config.ts'
import { REGIONS, type Region } from '../model/records/world/regions.ts'
import type { ResolvedScenario, ScenarioFile, Sections } from '../scenario/format/format.ts'
import { SECTION_NAMES } from '../scenario/format/sections.ts'
import { type DroppedPart, soundDraft } from '../scenario/saving/sound.ts'
import { formatInstant } from '../world/time/duration.ts'
import { type Building, type Guess } from './build/building.ts'
import { buildIssues, knownIssues } from './build/issues.ts'
import { buildPeople } from './build/people.ts'
import { buildPlaces } from './build/places.ts'
import { buildRequirements } from './build/requirements.ts'
import { buildTracker } from './build/tracker.ts'
import { buildWiki } from './build/wiki.ts'
import { embeddedSites } from './embedded-sites.ts'
import { createNames } from './names.ts'
import { observe } from './observers.ts'
import { findPlaces } from './places.ts'
import { createRegion, type RegionFacts } from './region.ts'
import { rightsOf } from './rights.ts'
import { type Misshapen, type PlacedExchange, readSession, type Seen } from './seen.ts'

export interface DraftOptions {
  readonly name: string
  readonly description?: string
  /** A simulator recorded the session, so that its callers are names of users and its instants virtual. */
  readonly own: boolean
}

export interface SessionDraft {
  readonly file: ScenarioFile
  readonly resolved: ResolvedScenario
  /** The user of each caller of the session. */
  readonly callers: ReadonlyMap<string, string>
  /** What no response shows, and what the draft has instead. */
  readonly guesses: readonly Guess[]
  /** Parts that no scenario can have. */
  readonly dropped: readonly DroppedPart[]
  readonly misshapen: readonly Misshapen[]
  /** The entries that hold a placeholder for a credential. */
  readonly placeholders: ReadonlySet<object>
}

/** Derives a scenario from exchanges in their order. Credentials never enter it. */
export async function draftOfSession(
  exchanges: readonly PlacedExchange[],
  options: DraftOptions,
): Promise<SessionDraft> {
  const { seen, misshapen } = await readSession(exchanges)
  const guesses: Guess[] = []
  const callers = new Map<string, string>()
  const regions = REGIONS.map((region) => [region, factsOf(region, seen, options)] as const)
  const start = startOf(seen, regions)
  const [eu = {}, us = {}] = regions.map(([region, facts]) =>
    sectionsOf(
      facts,
      seen.filter((call) => call.region === region),
      { region, start, guesses, callers },
    ),
  )
  const file: ScenarioFile = {
    name: options.name,
    ...(options.description === undefined ? {} : { description: options.description }),
    clock: { start },
    ...configOf(seen),
    world: { ...eu, ...(Object.keys(us).length === 0 ? {} : { us }) } as NonNullable<ScenarioFile['world']>,
  }
  const placeholders = new Set<object>([...(eu.tokens ?? []), ...(us.tokens ?? [])])
  const { draft, resolved, dropped } = await soundDraft({ file, renewed: placeholders })
  return {
    file: draft.file,
    resolved,
    callers,
    guesses,
    dropped,
    misshapen,
    placeholders: draft.renewed,
  }
}

/** Callers of recordings that do not name their users. */
const NUMBERED = /^\d+(?:\.\d+)?$/

function factsOf(region: Region, seen: readonly Seen[], { own }: DraftOptions): RegionFacts {
  const calls = seen.filter((call) => call.region === region)
  const facts = createRegion(
    { number: 0, writes: false, creates: false, written: false },
    embeddedSites(calls),
  )
  for (const call of calls) {
    facts.reading.writes = false
    if (call.caller !== undefined) {
      facts.reading.number = call.number
      facts.callers.learn(call.caller, own || !NUMBERED.test(call.caller) ? { name: call.caller } : {})
    }
    observe(call, facts)
  }
  facts.reading.writes = false
  facts.reading.written = false
  return facts
}

interface Common {
  readonly region: Region
  readonly start: string
  readonly guesses: Guess[]
  readonly callers: Map<string, string>
}

function sectionsOf(
  region: RegionFacts,
  seen: readonly Seen[],
  { start, guesses, callers, ...common }: Common,
): Sections {
  if (seen.length === 0) return {}
  addSites(region, seen)
  const finder = findPlaces(region)
  const names = createNames(region, seen, finder.places)
  const building: Building = {
    region,
    start,
    names,
    ...finder,
    guess: (number, text, proposals = []) =>
      void guesses.push({
        number,
        text,
        ...(proposals.length === 0
          ? {}
          : { proposals: proposals.map((proposal) => ({ ...proposal, region: common.region })) }),
      }),
  }
  const rights = rightsOf(seen, region, finder)
  const issues = knownIssues(building)
  const all: Sections = {
    ...buildPeople(building, rights),
    ...buildPlaces(building, rights),
    ...buildRequirements(building),
    ...buildWiki(building),
    ...buildIssues(building, issues),
    ...buildTracker(building, issues),
  }
  for (const { key } of region.callers.all()) {
    const user = names.user({ caller: key })
    if (user !== undefined) callers.set(key, user)
  }
  return Object.fromEntries(
    SECTION_NAMES.flatMap((section) => {
      const entries = all[section] ?? []
      return entries.length === 0 ? [] : [[section, entries]]
    }),
  )
}

const SITE_TYPES = {
  SPACE: 'CONFLUENCE',
  PAGE: 'CONFLUENCE',
  PROJECT: 'JIRA',
  ISSUE: 'JIRA',
  WORKSPACE: 'STANDALONE',
  FILE: 'STANDALONE',
} as const

/** Containers that no list shows, and sites: those of containers and properties, and those that the embedded interfaces serve. */
function addSites(region: RegionFacts, seen: readonly Seen[]): void {
  for (const { key, fields, number } of region.origins.all()) {
    if (region.containers.get(key) !== undefined) continue
    region.reading.number = number
    region.containers.learn(key, fields)
    if (fields.type === 'PAGE' && fields.ownId !== undefined)
      region.pages.learn(fields.ownId, { id: fields.ownId, site: fields.site, title: fields.name })
  }
  for (const { fields, number } of region.containers.all()) {
    region.reading.number = number
    if (fields.site !== undefined && fields.type !== undefined)
      region.sites.learn(fields.site, { id: idOf(fields.site), type: SITE_TYPES[fields.type] })
  }
  for (const { fields, number } of region.externalProperties.all()) {
    region.reading.number = number
    if (fields.site !== undefined)
      region.sites.learn(fields.site, { id: idOf(fields.site), type: 'CONFLUENCE' })
  }
  for (const [product, key, type] of [
    ['wiki', region.wiki, 'CONFLUENCE'],
    ['tracker', region.tracker, 'JIRA'],
  ] as const) {
    const call = seen.find(({ operation }) => operation.interface.endsWith(product))
    const [linked] = [...region.integrations.all(), ...region.wikiLinks.all(), ...region.issues.all()]
    const number = call?.number ?? linked?.number
    if (number === undefined && region.sites.get(key) === undefined) continue
    region.reading.number = number ?? 0
    region.sites.learn(key, { type, baseUrl: /^https?:/.test(key) ? key : undefined })
  }
}

/** The id in the key of a site; undefined for one that only its address is known of. */
function idOf(site: string): number | undefined {
  return /^\d{1,15}$/.test(site) ? Number(site) : undefined
}

/**
 * The instant at which tracker texts were read, which in a simulator is the start of its clock, if it is one and early enough;
 * else that of the first call.
 */
function startOf(seen: readonly Seen[], regions: readonly (readonly [Region, RegionFacts])[]): string {
  const first = seen.find(({ at }) => at !== undefined)?.at
  const refreshed = new Set(
    regions.flatMap(([, { trackerLinks }]) =>
      trackerLinks.all().flatMap(({ fields }) => fields.refreshedAt ?? []),
    ),
  )
  const [only] = refreshed
  const instant = refreshed.size === 1 && only !== undefined ? Date.parse(only) : Number.NaN
  if (!Number.isNaN(instant) && (first === undefined || instant <= first)) return instantText(instant)
  return first === undefined ? '2026-01-05T09:00:00Z' : instantText(first)
}

const instantText = (instant: number): string => formatInstant(instant).replace('.000Z', 'Z')

/** A limit that refused a call is enforced; spaces are isolated unless the settings say otherwise. */
function configOf(seen: readonly Seen[]): Pick<ScenarioFile, 'config'> {
  const config: { rateLimit?: 'enforce'; isolateSpaces?: boolean } = {}
  if (seen.some(({ status }) => status === 429)) config.rateLimit = 'enforce'
  for (const { id, body } of seen) {
    if (id !== 'wiki.settings.readAll' || body === undefined) continue
    const { isolateSpaces } = body as unknown as { readonly isolateSpaces: boolean }
    if (isolateSpaces !== DEFAULT_CONFIG.isolateSpaces) config.isolateSpaces = isolateSpaces
    break
  }
  return Object.keys(config).length === 0 ? {} : { config }
}
