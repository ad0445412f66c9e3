/** What a line says of the body of a response: which part of a list it has, and the message of an error. */
import { isObject } from '../../world/objects.ts'

type Body = string | Uint8Array

/** `"count":12,"offset":0,"limit":10`, or with `total` at the end. No value in JSON contains this text. */
const PAGING = /(?:"count":(\d{1,15}),)?"offset":(\d{1,15}),"limit":(\d{1,15})(?:,"total":(\d{1,15}))?/
const COUNT_LENGTH = '"count":,'.length + 15
const MAXIMUM_MESSAGE_LENGTH = 300

/**
 * `results 1 to 10 of 12, and more pages follow` if the list goes on behind this page: a client that reads no further misses
 * the rest, and gets no error.
 */
export function pageText(body: Body): string | undefined {
  if (typeof body !== 'string') return undefined
  const begin = body.lastIndexOf('"offset":')
  if (begin === -1) return undefined
  const found = PAGING.exec(body.slice(Math.max(0, begin - COUNT_LENGTH)))
  const [, count, offset, limit, total = count] = found ?? []
  const last = Number(offset) + Number(limit)
  if (total === undefined || last >= Number(total)) return undefined
  return `results ${Number(offset) + 1} to ${last} of ${total}, and more pages follow`
}

/** The message of an error in JSON; undefined for another body. */
export function errorMessage(body: Body): string | undefined {
  if (typeof body !== 'string' || !body.startsWith('{')) return undefined
  const { message } = parsedObject(body)
  if (typeof message !== 'string' || message === '') return undefined
  return message.length <= MAXIMUM_MESSAGE_LENGTH ? message : `${message.slice(0, MAXIMUM_MESSAGE_LENGTH)}…`
}

/** Empty for a body that a fault cut. */
function parsedObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
