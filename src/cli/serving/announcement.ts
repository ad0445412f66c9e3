/** The output of `reqsim serve` when it listens: a line for programs, that of the console, and the rest for people. */
import type { Served } from '../../adapters/node.ts'
import { ADDRESSES, CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import { memberships } from '../../model/records/service/organizations.ts'
import { sessions, tokens, type UserRecord, users } from '../../model/records/service/users.ts'
import { hashSecret } from '../../model/users/secrets.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { visible } from '../../replay/text.ts'
import { quotedForShell } from '../output/shell.ts'
import { columns } from '../output/table.ts'
import type { PreparedTls } from './tls.ts'

export interface AnnouncedServer {
  /** The description of the scenario. */
  readonly description: string | undefined
  /** Whether the control API has a token. */
  readonly hasToken: boolean
  /** The certificate; undefined for HTTP. */
  readonly secured?: PreparedTls | undefined
}

/** The text, with a newline at the end. */
export function announcement(
  simulator: Simulator,
  served: Served,
  { description, hasToken, secured }: AnnouncedServer,
): string {
  const isOpen = served.loopback || hasToken
  return [
    `reqsim listening on ${served.url}`,
    ...(isOpen ? [`console at ${served.console}`] : []),
    '',
    scenarioLine(simulator),
    ...(description === undefined ? [] : [printable(description)]),
    '',
    addressLines(served),
    ...(isOpen ? [] : [CLOSED_CONTROL, '']),
    ...trustLines(secured),
    ...credentialLines(simulator, served.url, curlFlag(secured)),
    '',
  ].join('\n')
}

/** How clients trust the certificate that the server made. */
function trustLines(secured: PreparedTls | undefined): string[] {
  if (secured?.authority === undefined) return []
  const { file } = secured.authority
  if (file === undefined)
    return [
      'Clients do not trust the certificate: start with --tls-ca FILE, and let them trust that file.',
      '',
    ]
  const shown = quotedForShell(file)
  return [
    `Clients trust the certificate with ${visible(file)}, which is new after each start:`,
    columns([
      ['  curl', `--cacert ${shown}`],
      ['  Node', `NODE_EXTRA_CA_CERTS=${shown}`],
      ['  Python', `REQUESTS_CA_BUNDLE=${shown} SSL_CERT_FILE=${shown}`],
      ['  Go, OpenSSL', `SSL_CERT_FILE=${shown}`],
    ]),
  ]
}

function curlFlag(secured: PreparedTls | undefined): string {
  if (secured?.authority === undefined) return ''
  const { file } = secured.authority
  return file === undefined ? '--insecure ' : `--cacert ${quotedForShell(file)} `
}

const CLOSED_CONTROL =
  'The control API, except its health check, and the console are closed: start with --control-token to open them.'

function scenarioLine(simulator: Simulator): string {
  const { name, seed } = simulator.scenario
  const { mode, speed } = simulator.world.clock
  const speedText = mode === 'live' && speed !== 1 ? ` at ${speed}x` : ''
  // A live clock has already moved by a few milliseconds.
  const now = simulator.clock.now().replace(/\.\d+Z$/, 'Z')
  return `Scenario ${name}, seed ${seed}, clock ${mode}${speedText} from ${now}`
}

/** A description may have several lines, but must not move the cursor. */
function printable(description: string): string {
  return description.trim().replace(/[^\P{Cc}\n]/gu, ' ')
}

function addressLines({ url }: Served): string {
  const interfaces = ADDRESSES.map(({ interface: name, region, path }) => [`  ${name}`, region, url + path])
  return columns([...interfaces, ['  control API', '', url + CONTROL_ADDRESS.path]])
}

/** Tokens and sessions of the first region that follow the naming of the ready scenarios. Other values are not stored. */
function credentialLines(simulator: Simulator, url: string, curlFlags: string): string[] {
  const store = simulator.world.region('eu')
  const isValid = (value: string) => {
    const token = store.table(tokens).find('hash', [hashSecret(value)])
    return token !== undefined && token.expiresAt > simulator.world.now
  }
  const all = [...store.table(users).scan()]
  const withToken = all.filter(({ name }) => isValid(`tok-${name}`))
  const withSession = all.filter(({ name }) => store.table(sessions).has(hashSecret(`sess-${name}`)))
  const scoped = [...store.table(tokens).scan()].flatMap(({ applicationId }) => applicationId ?? [])
  const scopedTokens = [...new Set(scoped)].map((id) => `tok-app${id}`).filter(isValid)
  const [caller] = withToken.filter(({ name }) => withSession.some((user) => user.name === name))
  return [
    ...(withToken.length === 0 ? [] : [`Tokens: ${listed(withToken, 'tok-')}`]),
    ...(scopedTokens.length === 0 ? [] : [`Tokens scoped to one application: ${scopedTokens.join(', ')}`]),
    ...(withSession.length === 0 ? [] : [`Sessions: JSESSIONID=${listed(withSession, 'sess-')}`]),
    `Try: curl ${curlFlags}${curlArguments(simulator, url, caller)}`,
  ]
}

/** The maximum number of listed users. */
const LISTED = 8

function listed(found: readonly UserRecord[], prefix: string): string {
  const names = found.slice(0, LISTED).map(({ name }) => prefix + name)
  return names.join(', ') + (found.length > LISTED ? ', …' : '')
}

function curlArguments(simulator: Simulator, url: string, caller: UserRecord | undefined): string {
  const membership = [...simulator.world.region('eu').table(memberships).scan()].find(
    ({ userId }) => userId === caller?.id,
  )
  if (caller === undefined || membership === undefined) return `${url}${CONTROL_ADDRESS.path}/health`
  const query = `organizationId=${membership.organizationId}`
  return `-H 'Authorization: Bearer tok-${caller.name}' '${url}/api/applications?${query}'`
}
