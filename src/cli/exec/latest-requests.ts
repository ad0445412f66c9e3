/** The latest requests of a command, as lines that are printed if it fails: in between they would mingle with its own output. */
import type { LogLevel } from '../../adapters/node/log-level.ts'
import {
  hasColor,
  isLogged,
  lineOf,
  loggedRequest,
  type LoggedRequest,
  type RequestLog,
} from '../../adapters/node/request-log.ts'
import { countText } from '../../world/count-text.ts'

const KEPT = 200

export interface LatestRequests extends RequestLog {
  /** The lines, oldest first, with a first one that says what they are; empty without requests. */
  lines(color?: boolean): readonly string[]
}

export function keepLatestRequests(level: LogLevel): LatestRequests {
  let latest: LoggedRequest[] = []
  let total = 0
  return {
    watch: (simulator) =>
      level === 'off'
        ? () => {}
        : simulator.events.watchExchanges((exchange, body) => {
            if (!isLogged(exchange, level)) return
            total++
            latest.push(loggedRequest(exchange, body))
            if (latest.length >= 2 * KEPT) latest = latest.slice(-KEPT)
          }),
    lines(color = hasColor()) {
      const shown = latest.slice(-KEPT)
      if (shown.length === 0) return []
      const logged = countText(total, 'logged request')
      const title = total > shown.length ? `the last ${shown.length} of ${logged}:` : `${logged}:`
      return [title, ...shown.map((request) => `  ${lineOf(request, color)}`)]
    },
    close: () => Promise.resolve(),
  }
}
