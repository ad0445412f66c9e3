/** Which sites the embedded wiki and tracker are: by the addresses in their responses. */
import { isObject } from '../world/objects.ts'
import type { Seen } from './seen.ts'

/** The maximum depth and number of values that are looked through for an address. */
const MAXIMUM_DEPTH = 12
const MAXIMUM_VALUES = 20_000
/** What follows the address of a wiki in those of its requirements and baselines. */
const WIKI_PATH = /^(https?:\/\/.+?)\/(?:requirements|baselines|pages)\//

/** The keys of the sites: the id of the application, else their address, else the name of the product. */
export function embeddedSites(seen: readonly Seen[]): { readonly wiki: string; readonly tracker: string } {
  const applications = seen.flatMap(applicationsIn)
  const byAddress = (url: string | undefined, type: string) => {
    const found = applications.find((each) => each.type === type && each.baseUrl === url)
    const only = applications.filter((each) => each.type === type)
    if (found !== undefined) return String(found.id)
    return url ?? (new Set(only.map(({ id }) => id)).size === 1 ? String(only[0]?.id) : undefined)
  }
  const wiki = firstOf(seen, (call) => (call.interface === 'wiki' ? wikiAddress(call.raw) : undefined))
  const tracker = firstOf(seen, (call) =>
    call.id === 'tracker.api.read' && call.interface === 'tracker' && isObject(call.raw)
      ? call.raw['baseUrl']
      : undefined,
  )
  return {
    wiki: byAddress(wiki, 'CONFLUENCE') ?? siteOfContainers(seen, WIKI_CONTAINERS) ?? 'wiki',
    tracker: byAddress(tracker, 'JIRA') ?? siteOfContainers(seen, TRACKER_CONTAINERS) ?? 'tracker',
  }
}

const WIKI_CONTAINERS = ['SPACE', 'PAGE']
const TRACKER_CONTAINERS = ['PROJECT', 'ISSUE']

/** The site that the first container of such a type is of. */
function siteOfContainers(seen: readonly Seen[], types: readonly string[]): string | undefined {
  return firstOf(seen, ({ id, body }) => {
    if (body === undefined || !/^standalone\.(?:containers?|project)\.(?:list|read)$/.test(id))
      return undefined
    const { items = [body] } = body as unknown as { readonly items?: readonly unknown[] }
    const found = items.find((item) => isObject(item) && types.includes(String(item['type'])))
    return isObject(found) ? String(found['applicationId']) : undefined
  })
}

interface Application {
  readonly id: number
  readonly type: string
  readonly baseUrl: string
}

function applicationsIn({ id, body }: Seen): readonly Application[] {
  if (body === undefined) return []
  switch (id) {
    case 'standalone.application.list':
    case 'standalone.linkRequest.listCandidates':
      return (body as unknown as { readonly items: readonly Application[] }).items
    case 'standalone.application.read':
    case 'standalone.application.readCurrent':
      return [body as unknown as Application]
    default:
      return []
  }
}

function firstOf(seen: readonly Seen[], find: (call: Seen) => unknown): string | undefined {
  for (const call of seen) {
    const found = find(call)
    if (typeof found === 'string') return found
  }
  return undefined
}

/** The address before the path of a requirement or baseline. */
function wikiAddress(body: unknown): string | undefined {
  let left = MAXIMUM_VALUES
  const search = (value: unknown, depth: number): string | undefined => {
    if (left-- <= 0 || depth > MAXIMUM_DEPTH) return undefined
    if (!isObject(value) && !Array.isArray(value)) return undefined
    for (const [name, inner] of Object.entries(value)) {
      const isAddress = name === 'genericUrl' || name === 'canonicalUrl' || name === 'destinationUrl'
      const found =
        isAddress && typeof inner === 'string' ? WIKI_PATH.exec(inner)?.[1] : search(inner, depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(body, 0)
}
