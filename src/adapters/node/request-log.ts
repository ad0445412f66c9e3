/**
 * The request log: a line for each exchange of a simulator, on standard error. It never blocks an exchange: lines are written
 * when nothing else is to be done, and those that a terminal does not take in time are counted and left out.
 */
import { constants, fstatSync, openSync, write } from 'node:fs'
import { styleText } from 'node:util'
import { exchangeLine, type NotableExchange, notableTexts } from '../../gateway/journal/exchange-text.ts'
import { visible } from '../../replay/text.ts'
import type { SimulatorEvent } from '../../simulator/event.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { countText } from '../../world/count-text.ts'
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

type ExchangeEvent = Extract<SimulatorEvent, { type: 'exchange' }>

/** Wall-clock milliseconds. */
const DELAY = 25
const LAST_WRITE = 500
const RETRY = 50
/** Lines that wait; more are counted only. */
const MOST_WAITING = 5000
/** Lines that are written together. */
const WRITTEN = 200
const STANDARD_ERROR = 2

export function createRequestLog({
  level,
  write: writeText = standardError(),
  color = hasColor(),
}: RequestLogOptions): RequestLog {
  const waiting: ExchangeEvent[] = []
  let left = 0
  let timer: NodeJS.Timeout | undefined
  let writing = false
  let broken = false
  let onIdle = (): void => {}

  function flush(): void {
    timer = undefined
    if (writing) return
    if (waiting.length === 0 && left === 0) return onIdle()
    const lines = waiting.splice(0, WRITTEN).map((event) => lineOf(event, color))
    if (waiting.length === 0 && left > 0) {
      lines.push(`(${countText(left, 'more request')}, not logged: the terminal is too slow)`)
      left = 0
    }
    writing = true
    writeText(`${lines.join('\n')}\n`, (goesOn) => {
      writing = false
      broken ||= !goesOn
      if (broken) waiting.length = left = 0
      flush()
    })
  }

  return {
    watch: (simulator) =>
      level === 'off'
        ? () => {}
        : simulator.events.subscribe(
            (event) => {
              if (event.type !== 'exchange' || broken || !isLogged(event, level)) return
              if (waiting.length < MOST_WAITING) waiting.push(event)
              else left++
              if (!writing) timer ??= setTimeout(flush, DELAY).unref()
            },
            { types: ['exchange'] },
          ),
    async close() {
      clearTimeout(timer)
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

/** Whether a level logs an exchange. */
export function isLogged({ data }: ExchangeEvent, level: LogLevel): boolean {
  if (level !== 'errors') return level === 'all'
  return data.status >= 400 || data.status === 0 || data.fault !== null || notableTexts(data).length > 0
}

/** The line of an exchange, with the nearest operation if it matched none. */
export function lineOf({ at, world, data }: ExchangeEvent, color: boolean): string {
  const { method, path, operation, status } = data
  const isPreflight = operation === null && method === 'OPTIONS' && status === 204
  const place = world === 'default' ? '' : ` in world ${world}`
  const line = visible(
    `${exchangeLine({ ...data, at, address: path, isPreflight })}${place}${nearestText(data)}`,
  )
  return color ? painted(line, status, data) : line
}

function nearestText({ diagnosis }: NotableExchange): string {
  const [nearest] = diagnosis?.nearest ?? []
  return nearest === undefined ? '' : `, nearest: ${nearest}`
}

function painted(line: string, status: number, data: NotableExchange): string {
  const begin = line.indexOf(' → ')
  const end = line.indexOf(' (', begin)
  const bad = status >= 500 || status === 0 ? 'red' : 'yellow'
  const tone = status >= 400 || status === 0 ? bad : notableTexts(data).length > 0 ? 'yellow' : 'green'
  const paint = (format: 'dim' | typeof tone, text: string) =>
    styleText(format, text, { validateStream: false })
  return line.slice(0, begin) + paint(tone, line.slice(begin, end)) + paint('dim', line.slice(end))
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
