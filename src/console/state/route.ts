/** The address after `#`: the panel and its details, and parameters behind a question mark. */
import { signal } from '@preact/signals'
import { decodedSegment } from '../../world/percent-encoding.ts'

/** The parts of `#/queues/svc-1`: `['queues', 'svc-1']`. */
export const route = signal<readonly string[]>(readRoute())
/** The parameters of `#/journal/17?status=4xx`. */
export const parameters = signal(readParameters())

function readRoute(): readonly string[] {
  return location.hash
    .replace(/^#\/?|\?.*$/gs, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodedSegment)
}

function readParameters(): URLSearchParams {
  const { hash } = location
  return new URLSearchParams(hash.includes('?') ? hash.slice(hash.indexOf('?') + 1) : '')
}

/** The address of a panel, for links. */
export function href(...parts: readonly (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

/** Navigates to a panel. */
export function goTo(...parts: readonly (string | number)[]): void {
  location.hash = href(...parts)
}

/** Puts other parameters into the address, without a step of the browser's history. */
export function replaceParameters(search: string): void {
  history.replaceState(history.state, '', `${href(...route.peek())}${search}`)
  parameters.value = readParameters()
}

addEventListener('hashchange', () => {
  route.value = readRoute()
  parameters.value = readParameters()
})
