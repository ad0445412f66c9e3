/** The interfaces of the service, and their differences besides operations. */
import type { Region } from '../../model/schema.ts'

export const INTERFACES = ['standalone', 'wiki', 'tracker', 'hosted-wiki', 'hosted-tracker'] as const
/** `standalone` is also the hosted standalone interface: both are one address and one set of operations. */
export type InterfaceName = (typeof INTERFACES)[number]

/** The kind of credential (service §5). */
export type CredentialKind = 'bearer-token' | 'hosted-headers' | 'site-session'

export interface InterfaceDescription {
  readonly name: InterfaceName
  readonly title: string
  readonly credentials: CredentialKind
  /** The body of errors: that of the standalone interface, or that of the platform which embeds the product. */
  readonly errorShape: 'standalone' | 'embedded'
  /** The prefix of the paths of operations, below the base address of the interface. */
  readonly prefix: string
}

export const INTERFACE_DESCRIPTIONS: Readonly<Record<InterfaceName, InterfaceDescription>> = {
  standalone: {
    name: 'standalone',
    title: 'Standalone application API',
    credentials: 'bearer-token',
    errorShape: 'standalone',
    prefix: '',
  },
  wiki: {
    name: 'wiki',
    title: 'Wiki-embedded API',
    credentials: 'site-session',
    errorShape: 'embedded',
    prefix: '/rest/reqs/1',
  },
  tracker: {
    name: 'tracker',
    title: 'Tracker-embedded API',
    credentials: 'site-session',
    errorShape: 'embedded',
    prefix: '/rest/reqs/1',
  },
  'hosted-wiki': {
    name: 'hosted-wiki',
    title: 'Hosted wiki API',
    credentials: 'hosted-headers',
    errorShape: 'standalone',
    prefix: '',
  },
  'hosted-tracker': {
    name: 'hosted-tracker',
    title: 'Hosted tracker API',
    credentials: 'hosted-headers',
    errorShape: 'standalone',
    prefix: '',
  },
}

/** The addresses of one region; an address has no trailing slash. */
export interface Address {
  readonly interface: InterfaceName
  readonly region: Region
  /** On the one HTTP port. */
  readonly path: string
  /** In process and for MSW. */
  readonly url: string
}

/** The default addresses. `/api` is an alias of `/eu/api`. */
export const ADDRESSES: readonly Address[] = [
  { interface: 'standalone', region: 'eu', path: '/api', url: 'http://api.sim/api' },
  { interface: 'standalone', region: 'eu', path: '/eu/api', url: 'http://api.sim/api' },
  { interface: 'standalone', region: 'us', path: '/us/api', url: 'http://api.us.sim/api' },
  { interface: 'wiki', region: 'eu', path: '/wiki', url: 'http://wiki.sim' },
  { interface: 'tracker', region: 'eu', path: '/tracker', url: 'http://tracker.sim' },
  { interface: 'hosted-wiki', region: 'eu', path: '/eu/wiki', url: 'http://wiki.cloud.sim' },
  { interface: 'hosted-wiki', region: 'us', path: '/us/wiki', url: 'http://wiki.us.cloud.sim' },
  { interface: 'hosted-tracker', region: 'eu', path: '/eu/tracker', url: 'http://tracker.cloud.sim' },
  { interface: 'hosted-tracker', region: 'us', path: '/us/tracker', url: 'http://tracker.us.cloud.sim' },
]

/** The address of the control API. */
export const CONTROL_ADDRESS = { path: '/_sim', url: 'http://sim.sim/_sim' } as const
