/** Reads the lines that workers write while a run goes on. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndLine, Line, StartLine } from './plan.ts'

/** What a worker has said. */
interface Worker {
  readonly lines: readonly Line[]
  /** The try that has begun last and has not ended. */
  readonly pending: StartLine | undefined
}

/** By the id of the process. A line that is still being written is left out. */
export function readWorkers(folder: string): ReadonlyMap<number, Worker> {
  return new Map(
    readdirSync(folder).map((name) => {
      const texts = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)
      const lines = texts.map((text) => JSON.parse(text) as Line)
      return [Number.parseInt(name, 10), { lines, pending: pendingOf(lines) }]
    }),
  )
}

export function endsOf(workers: ReadonlyMap<number, Worker>): readonly EndLine[] {
  return [...workers.values()].flatMap(({ lines }) => lines.filter((line) => line.kind === 'end'))
}

function pendingOf(lines: readonly Line[]): StartLine | undefined {
  const last = lines.at(-1)
  return last?.kind === 'start' ? last : undefined
}
