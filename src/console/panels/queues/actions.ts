/** What the queues panel does: operations of wiki and tracker as a user would call them, and switches of the control API. */
import { actorNow } from '../../calls/acting.ts'
import { control } from '../../calls/api.ts'
import { callForJson } from '../../calls/as-user.ts'
import { attempt } from '../../state/live.ts'
import { tell } from '../../state/store.ts'
import { countText } from '../../words/text.ts'
import type { Direction, Integration, Message, Site } from './model.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'

export interface Discrepancy {
  readonly id: number
  readonly serviceId: string
  readonly kind: string
  readonly waiting: boolean
  readonly detail: string
}

export interface Findings {
  readonly total: number
  readonly discrepancies: readonly Discrepancy[]
  readonly unreachable: readonly { readonly serviceId: string; readonly reason: string }[]
}

interface Flushed {
  readonly answers: readonly { readonly status: string }[]
  readonly waiting: number
  readonly reason?: string
}

/** Sends one message now; what came of it is told. `obstacle`: what is in the way, where something is known to be. */
export function sendMessage(
  direction: Direction,
  applinkId: string,
  message: Message,
  obstacle: string | undefined,
): Promise<unknown> {
  const path =
    direction === 'outbound'
      ? `${outbound(message.serviceId)}/${message.id}`
      : `${inbound(applinkId)}/${message.id}`
  return tellOf(async () => {
    const sent = await call<Message>(direction === 'outbound' ? 'PUT' : 'POST', path)
    const { status, lastResponse, attempts } = sent
    if (status === 'PENDING' && attempts === message.attempts)
      throw new Error(`Message ${message.id} could not be sent and still waits${because(obstacle)}`)
    const text = `Message ${message.id} is ${status}${lastResponse === undefined ? '' : `: ${lastResponse}`}`
    if (status !== 'DONE') throw new Error(text)
    return text
  })
}

export function removeMessage(direction: Direction, applinkId: string, message: Message): Promise<unknown> {
  const queue = direction === 'outbound' ? outbound(message.serviceId) : inbound(applinkId)
  return tellOf(async () => {
    await call('DELETE', `${queue}/${message.id}`)
    return `Message ${message.id} is taken out of the queue`
  })
}

/** Sends all that waits for the tracker. */
export function flush(serviceId: string): Promise<unknown> {
  return tellOf(async () => {
    const { answers, waiting, reason } = await call<Flushed>(
      'GET',
      `${WIKI}/integration/${encodeURIComponent(serviceId)}/queue/flush`,
    )
    if (reason !== undefined) throw new Error(`Nothing was sent: ${reason}`)
    return `${countText(answers.length, 'message was', 'messages were')} answered, ${waiting} still wait`
  })
}

/** Takes everything out of the queue of the tracker. */
export function emptyInbound(applinkId: string): Promise<unknown> {
  return tellOf(async () => {
    await call('DELETE', inbound(applinkId))
    return 'The queue of the tracker is empty'
  })
}

/** Lets the tracker repair the application link; messages that failed there start over. */
export function repairLink(applinkId: string): Promise<unknown> {
  return tellOf(async () => {
    const { retried } = await call<{ retried: number }>(
      'POST',
      `${TRACKER}/queue/${encodeURIComponent(applinkId)}/repair-applink`,
    )
    return `The application link is repaired, ${countText(retried, 'message')} of the tracker start over`
  })
}

export function changeMode(applinkId: string, mode: Integration['mode']): Promise<unknown> {
  return tellOf(async () => {
    await call('PUT', `${TRACKER}/api/${encodeURIComponent(applinkId)}/mode`, { text: mode })
    return `The application link is in mode ${mode}`
  })
}

/** Switches the integration on in the wiki. */
export function switchOn(serviceId: string): Promise<unknown> {
  return tellOf(async () => {
    await call('PUT', `${WIKI}/integration/${encodeURIComponent(serviceId)}?fields=status`, {
      json: { status: 'ACTIVE' },
    })
    return 'The integration is switched on'
  })
}

export function switchSite({ id, name, region }: Site, status: Site['status']): Promise<unknown> {
  const isBack = status === 'ACTIVE'
  return attempt(
    `${name} is ${isBack ? 'back' : 'down'}`,
    () => control(`/sites/${id}`, { method: 'PATCH', body: { status, region } }),
    isBack ? 'good' : 'warn',
  )
}

/** What wiki and tracker disagree on; undefined where the wiki refused, which is told. */
export function compare(): Promise<Findings | undefined> {
  return attempt('', () => call<Findings>('GET', `${WIKI}/repair/trackerlinks`))
}

/** Brings both products to the same links; all of them where no ids are given. */
export function heal(ids?: readonly number[]): Promise<unknown> {
  return tellOf(async () => {
    const json = ids === undefined ? {} : { ids }
    const { healed } = await call<{ healed: number }>('PUT', `${WIKI}/repair/trackerlinks`, { json })
    return `${countText(healed, 'discrepancy', 'discrepancies')} healed`
  })
}

/** Drops the links that wiki and tracker disagree on from both. */
export function dropAll(): Promise<unknown> {
  return tellOf(async () => {
    await call('DELETE', `${WIKI}/repair/trackerlinks`)
    return 'What they disagreed on is dropped from both'
  })
}

function because(obstacle: string | undefined): string {
  return obstacle === undefined ? '' : `: ${obstacle}`
}

function outbound(serviceId: string): string {
  return `${WIKI}/integration/${encodeURIComponent(serviceId)}/queue/outbound`
}

function inbound(applinkId: string): string {
  return `${TRACKER}/queue/${encodeURIComponent(applinkId)}/messages`
}

function tellOf(action: () => Promise<string>): Promise<unknown> {
  return attempt('', async () => {
    tell('good', await action())
  })
}

/** Calls an operation as the chosen user. Rejects with what the product said. */
function call<T>(
  method: string,
  path: string,
  { json, text }: { readonly json?: unknown; readonly text?: string } = {},
): Promise<T> {
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json))
  return callForJson<T>(actorNow(), {
    method,
    path,
    ...(text === undefined ? {} : { headers: { 'Content-Type': 'text/plain' } }),
    ...(body === undefined ? {} : { body }),
  })
}
