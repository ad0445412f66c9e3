/** Describes a fault in a sentence: its target, timing and effect. */
import {
  type FaultMutation,
  isInResponse,
  type ResponseMutation,
} from '../../model/records/world/fault-limits.ts'
import { countText } from '../../world/count-text.ts'
import { dateText, durationText, timeText } from '../../world/time/time-text.ts'
import type { DescribedFault } from './write.ts'

/** `siteName` gives the name of an application by its id. */
export function faultSentence(fault: DescribedFault, siteName: (id: number) => string | undefined): string {
  if (fault.outage !== undefined) return outageSentence(fault, siteName(fault.outage))
  const moment = momentText(fault)
  return `${targetText(fault)}${moment === '' ? '' : `, ${moment}`}: ${effectText(fault)}.`
}

function outageSentence({ outage, from, for: lasting }: DescribedFault, name: string | undefined): string {
  const begin = from === undefined ? '' : ` from ${dateText(from)} ${timeText(from)}`
  const length = lasting === undefined ? ' until the fault is removed' : ` for ${spoken(lasting)}`
  return `${name ?? 'Site'} (${outage}) does not respond to other products${begin}${length}.`
}

function targetText(fault: DescribedFault): string {
  if (fault.freeze !== undefined)
    return fault.freeze === '*' ? 'Freezing any baseline' : `Freezing a baseline of ${fault.freeze}`
  if (fault.queue !== undefined) return messageTarget(fault)
  const { operation, interface: surface, region, method, path, user } = fault
  const what = operation === undefined ? `${method ?? 'Any'} request` : `Requests to ${operation}`
  const beginning = method === undefined || operation === undefined ? what : `${what} (${method})`
  return [
    beginning,
    path === undefined ? '' : ` at ${path}`,
    surface === undefined ? '' : ` to the interface ${surface}`,
    region === undefined ? '' : ` in ${region}`,
    user === undefined ? '' : ` by ${user}`,
  ].join('')
}

function messageTarget({ queue, service, messageOperation }: DescribedFault): string {
  const which = messageOperation === undefined ? 'Messages' : `Messages ${messageOperation}`
  const where =
    queue === 'outbound'
      ? ' from wiki to tracker'
      : queue === 'inbound'
        ? ' from tracker to wiki'
        : ' between wiki and tracker'
  return `${which}${where}${service === undefined ? '' : ` of ${service}`}`
}

function momentText({ after, times, every, probability }: DescribedFault): string {
  return [
    after === undefined ? '' : `after the first ${after}`,
    every === undefined ? '' : `every ${ordinal(every)}`,
    times === undefined ? '' : times === 1 ? 'once' : countText(times, 'time'),
    probability === undefined ? '' : `with a chance of ${Math.round(probability * 1000) / 10} %`,
  ]
    .filter((text) => text !== '')
    .join(', ')
}

/** What the service does wrong. */
const MISTAKES: Readonly<Record<Exclude<FaultMutation, ResponseMutation>, string>> = {
  'lost-write': 'the write is reported as done and lost',
  'kept-record': 'the deletion is reported as done and the record stays',
  'applied-twice': 'the write is applied twice',
  'wrong-record': 'the neighbouring record is changed instead',
  'undoes-previous': 'the write before it is undone',
  'stale-read': 'the response shows the state before the last write',
  allowed: 'a caller without the permission may do it',
  refused: 'a caller with the permission is refused',
  'limit-never': 'the rate limit never comes',
  'limit-early': 'the rate limit comes after half of the requests',
  'outlives-expiry': 'an expired token or session is accepted',
}

/** What is wrong with the response; `%` is the place. */
const MISTAKES_OF_RESPONSES: Readonly<Record<ResponseMutation, string>> = {
  'field-missing': 'the response lacks %',
  'field-null': 'the response has null as %',
  'field-swapped': 'the response has the value of the next field as %',
  'other-choice': 'the response has another value of its enumeration as %',
  'id-as-text': 'the response has a text instead of a number as %',
  'date-shifted': 'the response has an instant a day late as %',
  'list-empty': 'the response has nothing in %',
  'list-short': 'the response lacks the last item of %',
  'item-twice': 'the response has the first item of % twice',
  'list-reversed': 'the response has the items of % in reverse order',
  'page-repeated': 'a later page has the items of the first',
  'page-skips': 'a later page lacks its first item',
  'total-off': 'the response has one too many as %',
  'status-200': 'a success has the status 200 instead of its own',
  'wrong-error-status': 'a refusal has the status of another',
}

function mistakeText(kind: FaultMutation, field: string | undefined): string {
  if (!isInResponse(kind)) return MISTAKES[kind]
  const place = /^(?:list|item)-/.test(kind) ? 'its first list' : 'the first such field'
  return MISTAKES_OF_RESPONSES[kind].replace('%', field ?? place)
}

function effectText(fault: DescribedFault): string {
  if (fault.freeze !== undefined) return `fails at ${fault.at ?? 0} %${messageText(fault)}`
  if (fault.queue !== undefined) {
    if (fault.answer === 'NONE') return 'get no response'
    return `get ${fault.answer ?? 'FAILED'}${messageText(fault)}`
  }
  const parts = [
    fault.latency === undefined ? '' : `response after ${spoken(fault.latency)}`,
    fault.status === undefined ? '' : `response ${fault.status}${messageText(fault)}`,
    fault.drop === true ? 'the connection closes without a response' : '',
    fault.body === undefined ? '' : 'with another body',
    fault.headers === undefined ? '' : `with the headers ${Object.keys(fault.headers).join(', ')}`,
    fault.truncate === undefined ? '' : `the body ends after ${truncateText(fault.truncate)}`,
    fault.malform === true ? 'the body is not valid JSON' : '',
    fault.slow === undefined ? '' : `the body takes ${spoken(fault.slow)} to arrive`,
    fault.pageSize === undefined ? '' : `a page has at most ${countText(fault.pageSize, 'item')}`,
    fault.performed === true ? 'the operation is performed anyway' : '',
    fault.mutate === undefined ? '' : mistakeText(fault.mutate, fault.field),
  ].filter((text) => text !== '')
  return parts.length === 0 ? 'no effect' : parts.join(', ')
}

function messageText({ message }: DescribedFault): string {
  return message === undefined ? '' : ` and “${message}”`
}

function truncateText(length: number | string): string {
  return typeof length === 'number' ? countText(length, 'byte') : `${length} of it`
}

/** A readable duration, such as `10 min` for `600000ms`. */
function spoken(duration: string): string {
  const milliseconds = Number(duration.replace(/ms$/, ''))
  return Number.isFinite(milliseconds) ? durationText(milliseconds) : duration
}

/** Whether it can still apply at `now` (virtual milliseconds since 1970), in a word. */
export function faultState(
  { enabled, times, struck, outage, from, for: lasting }: DescribedFault,
  now: number,
): 'on' | 'off' | 'used up' | 'over' | 'scheduled' {
  if (!enabled) return 'off'
  if (outage !== undefined && from !== undefined) {
    const begin = Date.parse(from)
    if (now < begin) return 'scheduled'
    if (lasting !== undefined && now >= begin + Number(lasting.replace(/ms$/, ''))) return 'over'
  }
  return times !== undefined && struck >= times ? 'used up' : 'on'
}

function ordinal(number: number): string {
  const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10
  return `${number}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}
