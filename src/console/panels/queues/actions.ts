/** The actions of the queues panel: operations of wiki and tracker as a user, and switches of the control API. */
import { actorNow } from '../../calls/acting.ts'
import { control } from '../../calls/api.ts'
import { callForJson } from '../../calls/as-user.ts'
import { attempt } from '../../live/live.ts'
import { showToast } from '../../state/store.ts'
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

/** Sends one message now and reports the result. `obstacle` is the known reason why it may fail. */
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
  return attemptWithToast(async () => {
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
  return attemptWithToast(async () => {
    await call('DELETE', `${queue}/${message.id}`)
    return `Message ${message.id} was removed from the queue`
  })
}

/** Sends all messages that wait for the tracker. */
export function flush(serviceId: string): Promise<unknown> {
  return attemptWithToast(async () => {
    const { answers, waiting, reason } = await call<Flushed>(
      'GET',
      `${WIKI}/integration/${encodeURIComponent(serviceId)}/queue/flush`,
    )
    if (reason !== undefined) throw new Error(`Nothing was sent: ${reason}`)
    return `${countText(answers.length, 'message')} sent, ${waiting} still waiting`
  })
}

/** Removes all messages from the queue of the tracker. */
export function emptyInbound(applinkId: string): Promise<unknown> {
  return attemptWithToast(async () => {
    await call('DELETE', inbound(applinkId))
    return 'The queue of the tracker is empty'
  })
}

/** Makes the tracker repair the application link. Its failed messages start over. */
export function repairLink(applinkId: string): Promise<unknown> {
  return attemptWithToast(async () => {
    const { retried } = await call<{ retried: number }>(
      'POST',
      `${TRACKER}/queue/${encodeURIComponent(applinkId)}/repair-applink`,
    )
    return `The application link is repaired; ${countText(retried, 'message')} of the tracker will be sent again`
  })
}

export function changeMode(applinkId: string, mode: Integration['mode']): Promise<unknown> {
  return attemptWithToast(async () => {
    await call('PUT', `${TRACKER}/api/${encodeURIComponent(applinkId)}/mode`, { text: mode })
    return `The application link is in mode ${mode}`
  })
}

/** Turns the integration on in the wiki. */
export function switchOn(serviceId: string): Promise<unknown> {
  return attemptWithToast(async () => {
    await call('PUT', `${WIKI}/integration/${encodeURIComponent(serviceId)}?fields=status`, {
      json: { status: 'ACTIVE' },
    })
    return 'The integration is on'
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

/** The differences between wiki and tracker; undefined if the wiki refuses, which is reported. */
export function compare(): Promise<Findings | undefined> {
  return attempt('', () => call<Findings>('GET', `${WIKI}/repair/trackerlinks`))
}

/** Gives both products the same links: for the given ids, or for all. */
export function heal(ids?: readonly number[]): Promise<unknown> {
  return attemptWithToast(async () => {
    const json = ids === undefined ? {} : { ids }
    const { healed } = await call<{ healed: number }>('PUT', `${WIKI}/repair/trackerlinks`, { json })
    return `${countText(healed, 'discrepancy', 'discrepancies')} healed`
  })
}

/** Drops the links with differences from both products. */
export function dropAll(): Promise<unknown> {
  return attemptWithToast(async () => {
    await call('DELETE', `${WIKI}/repair/trackerlinks`)
    return 'The different links are dropped from both'
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

function attemptWithToast(action: () => Promise<string>): Promise<unknown> {
  return attempt('', async () => {
    showToast('good', await action())
  })
}

/** Calls an operation as the selected user. Rejects with the error message of the product. */
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
