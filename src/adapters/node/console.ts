/**
 * The console's page at `/_sim/`: three files of the package, the documentation below it, and the sign-in link if the control API
 * requires a token. The page itself uses the control API like any other client.
 */
import { randomBytes } from 'node:crypto'
import type { ExchangeResponse, ExchangeRequest, RequestHeaders } from '../../api/framework/exchange.ts'
import { header } from '../../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import { hasToken } from '../../control/safety.ts'
import { locate, splitUrl } from '../../gateway/addresses/locate.ts'
import { createDocumentationSite } from './documentation.ts'
import { readPackagedFile } from './packaged-files.ts'

const ROOT = CONTROL_ADDRESS.path
const DOCUMENTATION = `${ROOT}/docs`
const COOKIE = 'reqsim-console'
/** A person opens the console once or twice. If there are more sessions, the oldest are removed. */
const MAXIMUM_SESSIONS = 100

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  [`${ROOT}/`]: { file: 'dist/console/index.html', type: 'text/html; charset=utf-8' },
  [`${ROOT}/console.js`]: { file: 'dist/console/console.js', type: 'text/javascript; charset=utf-8' },
  [`${ROOT}/console.css`]: { file: 'dist/console/console.css', type: 'text/css; charset=utf-8' },
}

/** Allows only content from this server, and no embedding in other pages. Frames with authors' HTML inherit this policy. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Where the console is. */
export interface ConsolePlace {
  /** The folder of the package with the built page, by default of this one. */
  readonly folder?: URL
  /** The path above the one-port layout, without a trailing slash. */
  readonly base?: string
  /** True if the server speaks HTTPS, so that browsers return the session over HTTPS only. */
  readonly secure?: boolean
}

/** The console of one server. */
export interface ConsoleServer {
  /** The path of the console, with a key that works once if a token is required. */
  readonly link: string
  /** Responds with a file of the page or the sign-in, or returns undefined if the core should respond. */
  respond(request: ExchangeRequest): Promise<ExchangeResponse> | undefined
  /** The headers for the core. The session of a person who used the link counts as the token. */
  admit(headers: RequestHeaders): RequestHeaders
}

/** `token` is the control token of the server, if it requires one. */
export function createConsoleServer(
  token: string | undefined,
  { folder, base = '', secure = false }: ConsolePlace = {},
): ConsoleServer {
  let key = token === undefined ? undefined : randomBytes(24).toString('base64url')
  const sessions = new Set<string>()
  const documentation = createDocumentationSite(`${base}${DOCUMENTATION}/`, folder)

  function enter(linkKey: string): ExchangeResponse {
    if (key === undefined || linkKey !== key) {
      return plain(
        403,
        'This link was already used, or belongs to another server. Restart the server for a new link.',
      )
    }
    key = undefined
    const session = randomBytes(24).toString('base64url')
    sessions.add(session)
    const [oldest] = sessions
    if (sessions.size > MAXIMUM_SESSIONS && oldest !== undefined) sessions.delete(oldest)
    const cookie = `${COOKIE}=${session}; Path=${base}${ROOT}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    return {
      status: 303,
      headers: { ...HEADERS, Location: `${base}${ROOT}/`, 'Set-Cookie': cookie },
      body: '',
    }
  }

  function isInside(headers: RequestHeaders): boolean {
    if (sessions.size === 0) return false
    const pairs = (header(headers, 'cookie') ?? '').split(';').map((pair) => pair.trim())
    const session = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
    return session !== undefined && sessions.has(session)
  }

  function admit(headers: RequestHeaders): RequestHeaders {
    if (token === undefined || headers['authorization'] !== undefined || !isInside(headers)) return headers
    return { ...headers, authorization: `Bearer ${token}` }
  }

  async function readDocumentation(
    path: string,
    query: string,
    isBrowser: boolean,
  ): Promise<ExchangeResponse> {
    // Links of the first page are relative to its folder.
    if (path === DOCUMENTATION && isBrowser) return redirect(`${base}${DOCUMENTATION}/`)
    const response = await documentation.respond(path.slice(DOCUMENTATION.length + 1), query, isBrowser)
    return { ...response, headers: { ...HEADERS, ...response.headers } }
  }

  return {
    link: key === undefined ? `${base}${ROOT}/` : `${base}${ROOT}/?key=${key}`,
    respond({ method, url, headers }) {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const { path, query } = splitUrl(url)
      const isPage = wantsPage(headers) && isRoot(url)
      if (isPage && path !== `${ROOT}/`) return Promise.resolve(redirect(base + pageOf(url)))
      const linkKey = new URLSearchParams(query).get('key')
      // A HEAD request, as link previews send it, does not use up the key.
      if (isPage && linkKey !== null && method === 'GET') return Promise.resolve(enter(linkKey))
      const isDocumentation = path === DOCUMENTATION || path.startsWith(`${DOCUMENTATION}/`)
      const isClosed = token !== undefined && !hasToken(admit(headers), token)
      if ((isPage || isDocumentation) && isClosed) {
        return Promise.resolve(
          plain(401, 'Open the console with the link that the server printed when it started.'),
        )
      }
      if (isDocumentation) return readDocumentation(path, query, wantsPage(headers))
      const found = Object.hasOwn(FILES, path) ? FILES[path] : undefined
      return found === undefined || (path === `${ROOT}/` && !isPage) ? undefined : readPart(found, folder)
    },
    admit,
  }
}

/** True for the root of the server and for `/_sim`, with or without a trailing slash, also below the prefix of a world. */
function isRoot(url: string): boolean {
  const { target, path } = locate(url)
  return (target === undefined || target.kind === 'control') && path === '/'
}

/** Redirects to the canonical address of the page. The prefix of a world becomes a query parameter. */
function pageOf(url: string): string {
  const { world, query } = locate(url)
  const parts = [
    ...(world === undefined ? [] : [`world=${encodeURIComponent(world)}`]),
    ...(query === '' ? [] : [query]),
  ]
  return `${ROOT}/${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}

/** Browsers prefer HTML; all other clients get the list of routes. */
function wantsPage(headers: RequestHeaders): boolean {
  return (header(headers, 'accept') ?? '').includes('text/html')
}

async function readPart(
  { file, type }: { file: string; type: string },
  folder: URL | undefined,
): Promise<ExchangeResponse> {
  const body = await readPackagedFile(file, folder)
  if (body === undefined) {
    return plain(
      503,
      'The console is not built in this checkout: npm run build:console, then reload this page.',
    )
  }
  const headers = { ...HEADERS, 'Content-Type': type, 'Content-Security-Policy': POLICY }
  return { status: 200, headers, body }
}

function redirect(location: string): ExchangeResponse {
  return { status: 308, headers: { ...HEADERS, Location: location, Vary: 'Accept' }, body: '' }
}

function plain(status: number, text: string): ExchangeResponse {
  return { status, headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }, body: `${text}\n` }
}
