/** The address after `#`: the panel and its details. */
import { signal } from '@preact/signals'
import { decodedSegment } from '../../world/percent-encoding.ts'

/** The parts of `#/queues/svc-1`: `['queues', 'svc-1']`. */
export const route = signal<readonly string[]>(readRoute())
/** What follows a question mark there: `follow` of `#/stage?follow`. */
export const routeView = signal(readView())

function readRoute(): readonly string[] {
  return location.hash
    .replace(/^#\/?|\?.*$/g, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodedSegment)
}

function readView(): string {
  return /\?(.*)$/.exec(location.hash)?.[1] ?? ''
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
  routeView.value = readView()
})
