/** The line of a call: its method and path, and what a timeline may not call. */
import { METHODS } from '../../model/records/world/fault-limits.ts'
import { quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'

export interface Call {
  readonly method: string
  /** On the one port, with its query. */
  readonly path: string
}

/** Reads `GET /api/applications/101`; returns a text if it is invalid. */
export function readCall(text: string): Call | string {
  const space = text.indexOf(' ')
  const method = space === -1 ? text : text.slice(0, space)
  const path = space === -1 ? '' : text.slice(space + 1).trim()
  if (!(METHODS as readonly string[]).includes(method)) {
    const nearest = nearestName(method.toUpperCase(), METHODS)
    const suggestion = nearest === undefined ? METHODS.join(', ') : `did you mean '${nearest}'?`
    return `must begin with a method, unlike ${quoted(text)}: ${suggestion}`
  }
  if (!path.startsWith('/'))
    return `needs a path on the one port after ${method}, such as /api/applications/101`
  if (/[\s\0]/.test(path)) return `the path has a space: write it %20, or + in a query`
  return { method, path }
}

/** Routes of the control API that would pull the rug from under the run, or run without end. */
const REFUSED: Readonly<Record<string, string>> = {
  timeline: 'a timeline cannot run timelines',
  scenario: 'a timeline does not load scenarios',
  import: 'a timeline does not import worlds',
  reset: 'a timeline does not reset its world: use a fork for what shall leave nothing behind',
  events: 'events do not end, so a timeline cannot wait for them',
}

/** Why a timeline may not call a path of the control API; undefined when it may. */
export function refusedControlPath(path: string): string | undefined {
  const [, first = ''] = path.split('/')
  return Object.hasOwn(REFUSED, first) ? REFUSED[first] : undefined
}
