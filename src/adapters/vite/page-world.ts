/** A world and a user for each tab: the page's own address names them, `http://localhost:5173/?world=NAME&as=USER`. */
import { header, type RequestHeaders } from '../../api/framework/exchange.ts'

/**
 * The headers of a request with the world of the page that sent it. A browser sends the page's address as `Referer`. The
 * header `X-Sim-World` of a request overrides it, the prefix `/_world/NAME` of its path overrides both, and pages below
 * `base`, such as the console, name their worlds themselves.
 */
export function withPageWorld(headers: RequestHeaders, base: string): RequestHeaders {
  if (headers['x-sim-world'] !== undefined) return headers
  const world = namedByPage('world', headers, base)
  return world === undefined ? headers : { ...headers, 'x-sim-world': world }
}

/** The user that the page of a request is signed in as; undefined if its address names none. */
export function userOfPage(headers: RequestHeaders, base: string): string | undefined {
  return namedByPage('as', headers, base)
}

function namedByPage(name: 'world' | 'as', headers: RequestHeaders, base: string): string | undefined {
  const referer = header(headers, 'referer')
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const page = new URL(referer)
  if (page.host !== header(headers, 'host') || page.pathname.startsWith(`${base}/`)) return undefined
  return page.searchParams.get(name) || undefined
}

/**
 * Runs in the page before its modules. A router that changes the address, or a link to another page, would lose the names:
 * the tab keeps them, and they are put back. `?world=` without a name returns to the default world, `?as=` to the user of the
 * options.
 */
export const PAGE_SCRIPT = `
(() => {
  const address = new URLSearchParams(location.search)
  const kept = []
  for (const name of ['world', 'as']) {
    const value = address.get(name) ?? sessionStorage.getItem('reqsim-' + name) ?? ''
    sessionStorage.setItem('reqsim-' + name, value)
    if (value !== '') kept.push([name, value])
  }
  if (kept.length === 0) return
  const named = (address) => {
    const url = new URL(address, document.baseURI)
    const missing = kept.filter(([name]) => !url.searchParams.has(name))
    if (url.origin !== location.origin || missing.length === 0) return address
    url.search += (url.search === '' ? '?' : '&') + new URLSearchParams(missing)
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
