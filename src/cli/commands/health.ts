/** `reqsim health`: checks whether a server responds, for containers and scripts. */
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIPv6 } from 'node:net'
import { text } from 'node:stream/consumers'
import { CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import { ToolFailure } from '../../replay/failure.ts'

export interface HealthFlags {
  /** The address of the server, without a trailing slash; it overrides the other flags. */
  readonly url?: string
  readonly host: string
  readonly port: number
  readonly tls?: boolean
}

const TIMEOUT_MILLISECONDS = 2000
/** Addresses to listen on that nobody can connect to everywhere, and what a client on the same machine calls instead. */
const LOCAL: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Prints what the server serves. Ends the command with exit code 1 if it is not healthy. */
export async function runHealth(flags: HealthFlags): Promise<void> {
  const url = flags.url ?? urlOf(flags)
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  const { status, body } = await request(`${url}${CONTROL_ADDRESS.path}/health`, timeout).catch(
    (error: unknown) => {
      const reason = timeout.aborted ? 'no response within 2 s' : reasonOf(error)
      throw new ToolFailure(1, `${url} does not respond: ${reason}`)
    },
  )
  if (status !== 200) throw new ToolFailure(1, `${url} is not healthy: its health check returned ${status}`)
  const health = parse(body)
  if (health?.status !== 'ok') throw new ToolFailure(1, `${url} is not a reqsim server`)
  process.stdout.write(`${url} is healthy: reqsim ${health.version}, scenario ${health.scenario}\n`)
}

function urlOf({ host, port, tls }: HealthFlags): string {
  const local = LOCAL[host] ?? host
  return `${tls === true ? 'https' : 'http'}://${isIPv6(local) ? `[${local}]` : local}:${port}`
}

function request(url: string, signal: AbortSignal): Promise<{ status: number | undefined; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // The certificate is not verified: no secret is sent, and any response that is wrong is not healthy.
  const client = url.startsWith('https:')
    ? getHttps(url, { signal, rejectUnauthorized: false }, resolve)
    : getHttp(url, { signal }, resolve)
  client.on('error', reject)
  return promise.then(async (message) => ({ status: message.statusCode, body: await text(message) }))
}

function parse(body: string): { status?: unknown; version?: unknown; scenario?: unknown } | undefined {
  try {
    return Object(JSON.parse(body)) as { status?: unknown; version?: unknown; scenario?: unknown }
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  // Messages of OpenSSL end with a line break; attempts at several addresses have only a code.
  return message.trim() === '' ? String(code) : message.trim()
}
