/** The address after `#`: the panel and its details. */
import { signal } from '@preact/signals'
import { decodedSegment } from '../../world/percent-encoding.ts'

/** The parts of `#/queues/svc-1`: `['queues', 'svc-1']`. */
export const route = signal<readonly string[]>(readRoute())

function readRoute(): readonly string[] {
  return location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodedSegment)
}

/** The address of a panel, for links. */
export function href(...parts: readonly (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

/** Navigates to a panel. */
export function goTo(...parts: readonly (string | number)[]): void {
  location.hash = href(...parts)
}

addEventListener('hashchange', () => {
  route.value = readRoute()
})
