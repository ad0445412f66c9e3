/** Whether a request may be for the service, without loading the simulator: a suite's own handlers come first, and it may need none. */
import type { Bases } from '../shared/bases.ts'

/** The origins of the in-process addresses. */
export const IN_PROCESS_ORIGINS: readonly string[] = [
  'http://api.sim',
  'http://api.us.sim',
  'http://sim.sim',
  'http://tracker.cloud.sim',
  'http://tracker.sim',
  'http://tracker.us.cloud.sim',
  'http://wiki.cloud.sim',
  'http://wiki.sim',
  'http://wiki.us.cloud.sim',
]

export interface AddressCheck {
  /** True if the simulator responds to the address. */
  isSimulated(url: string): boolean
  /** True for an address that looks like one of the service, and is below no base. */
  isOutside(url: string): boolean
}

const SERVICE_PATH = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?rest\/reqs\/1(?:[/?#]|$)/

/** Throws TypeError for a base that is not an address. */
export function addressCheck(base: Bases | undefined, page: string | undefined): AddressCheck {
  const addresses =
    base === undefined ? IN_PROCESS_ORIGINS : writtenIn(base).map((text) => addressOf(text, page))
  // A named world stands between the origin and the path.
  const worlds = addresses.map((address) => `${new URL(address).origin}/_world/`)
  const isSimulated = (url: string): boolean =>
    addresses.some((address) => url.startsWith(address) && /^(?:[/?#]|$)/.test(url.slice(address.length))) ||
    worlds.some((world) => url.startsWith(world))
  return {
    isSimulated,
    isOutside: (url) => SERVICE_PATH.test(url) && !isSimulated(url),
  }
}

function writtenIn(base: Bases): string[] {
  if (typeof base === 'string') return [base]
  return Object.values(base).flatMap((each) =>
    typeof each === 'string' ? [each] : Object.values((each ?? {}) as Readonly<Record<string, string>>),
  )
}

function addressOf(text: string, page: string | undefined): string {
  const { origin, pathname } = new URL(text, page)
  return (origin + pathname).replace(/\/+$/, '')
}

/** What to do about a request that is below no base. */
export function outsideText(method: string, url: string): string {
  const { origin, pathname } = new URL(url)
  const place = origin + pathname.slice(0, pathname.indexOf('/rest/reqs/1'))
  return `reqsim: ${method} ${(origin + pathname).slice(0, 200)} is not simulated, as 'base' does not name its address; in the options of reqsim: { base: { wiki: '${place.slice(0, 100)}' } }`
}
