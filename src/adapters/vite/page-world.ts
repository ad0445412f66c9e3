/** A world for each tab: the page's own address names it, `http://localhost:5173/?world=NAME`. */
import { header, type RequestHeaders } from '../../api/framework/exchange.ts'

/**
 * The headers of a request with the world of the page that sent it. A browser sends the page's address as `Referer`. The
 * header `X-Sim-World` of a request overrides it, the prefix `/_world/NAME` of its path overrides both, and pages below
 * `base`, such as the console, name their worlds themselves.
 */
export function withPageWorld(headers: RequestHeaders, base: string): RequestHeaders {
  if (headers['x-sim-world'] !== undefined) return headers
  const world = worldOfPage(header(headers, 'referer'), header(headers, 'host'), base)
  return world === undefined ? headers : { ...headers, 'x-sim-world': world }
}

function worldOfPage(
  referer: string | undefined,
  host: string | undefined,
  base: string,
): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const page = new URL(referer)
  if (page.host !== host || page.pathname.startsWith(`${base}/`)) return undefined
  return page.searchParams.get('world') || undefined
}

/**
 * Runs in the page before its modules. A router that changes the address, or a link to another page, would lose the name:
 * the tab remembers it, and it is put back. `?world=` without a name returns to the default world.
 */
export const PAGE_SCRIPT = `
(() => {
  const fromAddress = new URLSearchParams(location.search).get('world')
  const world = fromAddress ?? sessionStorage.getItem('reqsim-world') ?? ''
  sessionStorage.setItem('reqsim-world', world)
  if (world === '') return
  const named = (address) => {
    const url = new URL(address, document.baseURI)
    if (url.origin !== location.origin || url.searchParams.has('world')) return address
    url.search += (url.search === '' ? '?' : '&') + 'world=' + encodeURIComponent(world)
    return url.href
  }
  for (const name of ['pushState', 'replaceState']) {
    const change = history[name]
    history[name] = (state, unused, address) =>
      change.call(history, state, unused, named(address ?? location.href))
  }
  history.replaceState(history.state, '')
})()
`
