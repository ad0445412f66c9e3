/** What keeps a scenario from being served, for the terminal and for the overlay of Vite. */
import { isAbsolute, resolve } from 'node:path'
import type { ErrorPayload, ViteDevServer } from 'vite'
import { visibleLines } from '../../replay/text.ts'
import { problemLine, ScenarioError, type ScenarioProblem } from '../../scenario/format/problems.ts'

/** The payload of the overlay; the first problem that has a place in a file is the one that the overlay links to. */
export function overlayOf(message: string, error: unknown, folder: string | undefined): ErrorPayload {
  const placed =
    error instanceof ScenarioError ? error.problems.find(({ line }) => line !== undefined) : undefined
  const plain = { message, stack: '', plugin: 'reqsim' }
  if (placed?.line === undefined || folder === undefined) return { type: 'error', err: plain }
  const file = isAbsolute(placed.file) ? placed.file : resolve(folder, placed.file)
  return {
    type: 'error',
    err: { ...plain, id: file, loc: { file, line: placed.line, column: placed.column ?? 1 } },
  }
}

/** The message of an error: every problem of a scenario on a line of its own; nothing in it acts on a terminal. */
export function messageOf(error: unknown): string {
  if (error instanceof ScenarioError) return visibleLines(error.problems.map(lineOf).join('\n'))
  return visibleLines(error instanceof Error ? error.message : String(error))
}

/** A problem as one line. A file that cannot be read is named by the message alone. */
function lineOf(problem: ScenarioProblem): string {
  return problem.path === '' && problem.line === undefined ? problem.message : problemLine(problem)
}

/** Shows an error in the terminal and in every open page, and in pages that are opened until it is cleared. */
export interface ProblemBoard {
  show(what: string, error: unknown, folder: string | undefined): void
  /** Returns true if an error was shown. */
  clear(): boolean
}

export function createProblemBoard({ ws, config }: ViteDevServer): ProblemBoard {
  let shownNow: ErrorPayload | undefined
  ws.on('connection', () => {
    if (shownNow !== undefined) ws.send(shownNow)
  })
  return {
    show(what, error, folder) {
      const message = `${what}\n${messageOf(error)}`
      shownNow = overlayOf(message, error, folder)
      config.logger.error(`reqsim: ${message}`, { timestamp: true })
      ws.send(shownNow)
    },
    clear() {
      const wasShown = shownNow !== undefined
      shownNow = undefined
      return wasShown
    },
  }
}
