/** The data of the stage: the steps of a timeline, and the scene of each step that ran. */
import { decodedSegment } from '../../world/percent-encoding.ts'
import type { Machine } from '../../control/responses/catalogue.ts'
import type { SnapshotDifference } from '../../control/responses/worlds.ts'
import type {
  StepResult,
  Timeline,
  TimelineStep,
  TimelineStepDetails,
} from '../../control/responses/timeline.ts'
import type { Integration } from '../panels/queues/model.ts'
import type { KeyPress } from '../state/keys.ts'
import type { Move } from './moves.ts'

export type StepExchange = NonNullable<TimelineStepDetails['exchange']>

/** What the stage shows of a step after it ran. */
export interface Scene {
  readonly result: StepResult
  /** Its last exchange with the service. */
  readonly exchange: StepExchange | undefined
  readonly differences: SnapshotDifference
  readonly moves: readonly Move[]
  /** The machine to draw, and the state of the record that `show` names. */
  readonly machine: Machine | undefined
  readonly state: string | undefined
  readonly queuesBefore: readonly Integration[]
  readonly queues: readonly Integration[]
}

/**
 * The slide that all windows show: 0 for the beginning, the number of the step that ran last or has failed, one more than there
 * are steps for the end. Once the last step has run, its slide stays as long as a presenter shows it.
 */
export function slideOf({ items, total, next, stage }: Timeline): number {
  if (items[next]?.result?.outcome === 'failed') return next + 1
  return next < total || total === 0 || stage?.slide === total ? next : total + 1
}

export type StageAction = 'next' | 'back' | 'end' | 'start' | 'leave' | 'speaker'

/** The keys of the stage, as its help line shows them. */
export const STAGE_KEYS: Readonly<Record<StageAction, string>> = {
  next: 'Space →',
  back: '←',
  end: 'End',
  start: 'Home',
  leave: 'Esc',
  speaker: 'S',
}

/** The action of a key; clickers send PageDown and PageUp. */
export function actionOf(press: KeyPress): StageAction | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, typing, pressable, dialog } = press
  if (ctrlKey || metaKey || altKey || repeat || typing || dialog) return undefined
  switch (key) {
    case ' ':
      return pressable ? undefined : 'next'
    case 'ArrowRight':
    case 'PageDown':
      return 'next'
    case 'ArrowLeft':
    case 'PageUp':
      return 'back'
    case 'End':
      return 'end'
    case 'Home':
      return 'start'
    case 'Escape':
      return 'leave'
    case 's':
    case 'S':
      return 'speaker'
    default:
      return undefined
  }
}

/** The part of an address that names a step: its name, or its number from 1. */
export function addressOfStep(steps: readonly TimelineStep[], position: number): string {
  return steps[position]?.name ?? String(position + 1)
}

/** The position of the step that an address names; undefined if there is none. */
export function positionOfAddress(steps: readonly TimelineStep[], address: string): number | undefined {
  const named = steps.findIndex(({ name }) => name === address)
  if (named !== -1) return named
  const position = /^\d{1,6}$/.test(address) ? Number(address) - 1 : -1
  return steps[position] === undefined ? undefined : position
}

/** The heading of a step; steps without one are named by what they do. */
export function headingOf({ heading, name, title }: TimelineStep): string {
  return heading ?? (name === undefined ? title : `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, no content',
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Not available',
}

/** What a step does, in words: `Alice edits the page Power`, else its title. */
export function actionText({ verb, title }: Pick<TimelineStep, 'verb' | 'title'>): string {
  const [, page = '', user] = /^(?:edit|view) page (.*?)(?: as (\S+))?$/.exec(title) ?? []
  if (page === '') return title
  return `${user === undefined ? 'Somebody' : personText(user)} ${verb}s the page ${page}`
}

/** A status in words: `200 OK`, `403 Not allowed`. */
export function statusText(status: number): string {
  if (status === 0) return 'No response'
  return `${status} ${STATUS_WORDS[status] ?? (status < 400 ? 'OK' : 'Refused')}`
}

/** `Alice` for alice: names of users as a sentence begins. */
export function personText(user: string | undefined): string {
  return user === undefined ? 'Someone who is not signed in' : user.charAt(0).toUpperCase() + user.slice(1)
}

const PLACES: Readonly<Record<string, string>> = {
  wiki: 'the wiki',
  tracker: 'the tracker',
  standalone: 'the service',
  'hosted-wiki': 'the hosted wiki',
  'hosted-tracker': 'the hosted tracker',
  'hosted-standalone': 'the service',
}

/** The product that a request is sent to. */
export function placeText(name: string | undefined): string {
  return PLACES[name ?? ''] ?? 'the service'
}

/** The path of a request as the audience sees it: without the scheme and host, percent signs read. */
export function pathText(url: string): string {
  return decodedSegment(url.replace(/^https?:\/\/[^/]+/, ''))
}
