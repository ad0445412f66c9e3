/**
 * The request log: a line for each exchange of a simulator, on standard error. It never blocks an exchange: lines are written
 * when nothing else is to be done, and those that a terminal does not take in time are counted and left out.
 */
import { constants, fstatSync, openSync, write } from 'node:fs'
import { styleText } from 'node:util'
import { exchangeLine, type NotableExchange, notableTexts } from '../../gateway/journal/exchange-text.ts'
import { errorMessage, pageText } from '../../gateway/journal/response-text.ts'
import { visible } from '../../replay/text.ts'
import { pathInWorld } from '../../gateway/addresses/locate.ts'
import type { LoggedExchange } from '../../simulator/event.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { countText } from '../../world/count-text.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { LogLevel } from './log-level.ts'

/** Writes a text, and calls `done` with false if no more can be written. */
export type WriteLog = (text: string, done: (goesOn: boolean) => void) => void

export interface RequestLogOptions {
  readonly level: LogLevel
  /** Default: standard error. */
  readonly write?: WriteLog
  /** Default: on a terminal, unless NO_COLOR is set. */
  readonly color?: boolean
}

export interface RequestLog {
  /** Logs the exchanges of the simulator from now on, until the returned function is called. */
  watch(simulator: Pick<Simulator, 'events'>): () => void
  /** Resolves when the lines so far are written, or when the time for that is over. */
  close(): Promise<void>
}

/** Wall-clock milliseconds. */
const DELAY = 25
const LAST_WRITE = 500
const RETRY = 50
/** Lines that wait; more are counted only. */
const MAXIMUM_WAITING = 5000
/** Lines that are written together. */
const WRITTEN = 200
const STANDARD_ERROR = 2

export function createRequestLog({
  level,
  write: writeText = standardError(),
  color = hasColor(),
}: RequestLogOptions): RequestLog {
  const waiting: LoggedRequest[] = []
  let left = 0
  let timer: NodeJS.Timeout | undefined
  let writing = false
  let broken = false
  let closing = false
  let onIdle = (): void => {}

  /** One write of many lines costs hardly more than one of a single line. */
  function flushLater(): void {
    if (writing) return
    if (closing || waiting.length >= WRITTEN) flush()
    else timer ??= setTimeout(flush, DELAY).unref()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (writing) return
    if (waiting.length === 0 && left === 0) return onIdle()
    const lines = waiting.splice(0, WRITTEN).map((request) => lineOf(request, color))
    if (waiting.length === 0 && left > 0) {
      lines.push(`(${countText(left, 'more request')}, not logged: the terminal is too slow)`)
      left = 0
    }
    writing = true
    writeText(`${lines.join('\n')}\n`, (goesOn) => {
      writing = false
      broken ||= !goesOn
      if (broken) waiting.length = left = 0
      if (closing || waiting.length > 0 || left > 0) flushLater()
    })
  }

  return {
    watch: (simulator) =>
      level === 'off'
        ? () => {}
        : simulator.events.watchExchanges((exchange, body) => {
            if (broken || !isLogged(exchange, level)) return
            if (waiting.length < MAXIMUM_WAITING) waiting.push(loggedRequest(exchange, body))
            else left++
            flushLater()
          }),
    async close() {
      closing = true
      const limit = new AbortController()
      await new Promise<void>((resolve) => {
        onIdle = resolve
        const over = setTimeout(resolve, LAST_WRITE)
        limit.signal.addEventListener('abort', () => clearTimeout(over))
        flush()
      })
      limit.abort()
    },
  }
}

/** An exchange with what its line says of the response, whose body is not kept. */
export interface LoggedRequest {
  readonly exchange: LoggedExchange
  readonly page?: string | undefined
  /** Of an error that no fault caused. */
  readonly message?: string | undefined
}

/** The end of a list says which part it is. */
const PAGING_LENGTH = 400

export function loggedRequest(exchange: LoggedExchange, body: string | Uint8Array): LoggedRequest {
  const { status, fault, diagnosis } = exchange
  if (status >= 400)
    return fault === undefined ? { exchange, message: diagnosis?.reason ?? errorMessage(body) } : { exchange }
  return { exchange, page: typeof body === 'string' ? pageText(body.slice(-PAGING_LENGTH)) : undefined }
}

/** Whether a level logs an exchange. */
export function isLogged(exchange: LoggedExchange, level: LogLevel): boolean {
  if (level !== 'errors') return level === 'all'
  const { status, fault } = exchange
  return status >= 400 || status === 0 || fault !== undefined || notableTexts(status, exchange).length > 0
}

/** The line of an exchange, with the nearest operation if it matched none, and the message of an error. */
export function lineOf({ exchange, page, message }: LoggedRequest, color: boolean): string {
  const { at, world, method, url, operation, status, user } = exchange
  const line = exchangeLine({
    ...exchange,
    page,
    at: formatInstant(at),
    method: cut(method),
    address: cut(pathInWorld(url)),
    ...(user === undefined ? {} : { user: cut(user) }),
    isPreflight: operation === undefined && method === 'OPTIONS' && status === 204,
  })
  const place = world === 'default' ? '' : ` in world ${world}`
  const head = plainText(`${line}${place}`)
  const tail = plainText(`${messageText(message)}${nearestText(exchange)}`)
  return `${color ? painted(head, status, exchange) : head}${tail}`
}

function plainText(text: string): string {
  return PLAIN.test(text) ? text : visible(text)
}

/** What begins and ends a colour; asking for it with each line would take longer than the rest of the line. */
const COLORS = {
  red: codesOf('red'),
  yellow: codesOf('yellow'),
  green: codesOf('green'),
  dim: codesOf('dim'),
}

function codesOf(format: 'red' | 'yellow' | 'green' | 'dim'): readonly [on: string, off: string] {
  const [on = '', off = ''] = styleText(format, ' ', { validateStream: false }).split(' ')
  return [on, off]
}

const MAXIMUM_LENGTH = 300
/** Nearly all lines; others may have characters that a terminal takes for commands. */
const PLAIN = /^[ -~→]*$/

function cut(text: string): string {
  return text.length <= MAXIMUM_LENGTH ? text : `${text.slice(0, MAXIMUM_LENGTH)}…`
}

function nearestText({ diagnosis }: NotableExchange): string {
  const [nearest] = diagnosis?.nearest ?? []
  return nearest === undefined ? '' : `, nearest: ${nearest}`
}

/** That a path has no operation says the line already; a reason says more. */
function messageText(message: string | undefined): string {
  return message === undefined || NO_OPERATION.test(message) ? '' : `: ${cut(message)}`
}

const NO_OPERATION = /^no operation at '[^']*'$/

function painted(line: string, status: number, data: NotableExchange): string {
  const begin = line.indexOf(' → ')
  const end = line.lastIndexOf(' (')
  const bad = status >= 500 || status === 0 ? 'red' : 'yellow'
  const tone =
    status >= 400 || status === 0 ? bad : notableTexts(status, data).length > 0 ? 'yellow' : 'green'
  const [on, off] = COLORS[tone]
  const [dim, bright] = COLORS.dim
  return `${line.slice(0, begin)}${on}${line.slice(begin, end)}${off}${dim}${line.slice(end)}${bright}`
}

/** Whether standard error is a terminal with colours, which NO_COLOR turns off. */
export function hasColor(): boolean {
  const painting = styleText('red', 'x', { stream: process.stderr })
  return process.stderr.isTTY === true && painting !== 'x'
}

/** Not `process.stderr.write`, which waits for a terminal or a pipe that stands still, and the whole process with it. */
function standardError(): WriteLog {
  let file: number | undefined
  return (text, done) => {
    file ??= openStandardError()
    const bytes = Buffer.from(text)
    const writeFrom = (from: number, begin: number): void => {
      write(from, bytes, begin, (error, written) => {
        if (error?.code === 'EAGAIN') setTimeout(() => writeFrom(from, begin), RETRY).unref()
        else if (error !== null || begin + written >= bytes.length) done(error === null)
        else writeFrom(from, begin + written)
      })
    }
    writeFrom(file, 0)
  }
}

/** Opened anew without waiting where that is possible; the file itself keeps its position. */
function openStandardError(): number {
  const { O_WRONLY, O_NONBLOCK } = constants
  try {
    const status = fstatSync(STANDARD_ERROR)
    if (O_NONBLOCK !== undefined && (status.isFIFO() || status.isCharacterDevice()))
      return openSync('/dev/stderr', O_WRONLY | O_NONBLOCK)
  } catch {
    // A sandbox may have no /dev.
  }
  return STANDARD_ERROR
}
