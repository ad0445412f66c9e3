/** Which code of ours ran since the last look, told by the engine: what guides mutations to where nothing has been yet. */
import { type Profiler, Session } from 'node:inspector'

export interface Coverage {
  /** Whether something has run, since the last look, that never ran before a look. */
  seesNew(): boolean
  end(): void
}

/** Begins to count; of scripts whose address contains `folder`. */
export function startCoverage(folder: string): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const seen = new Set<string>()
  return {
    seesNew() {
      const before = seen.size
      for (const { url, functions } of take(session)) {
        if (!url.includes(folder)) continue
        for (const { ranges } of functions)
          for (const { startOffset, endOffset, count } of ranges)
            if (count > 0) seen.add(`${url} ${startOffset} ${endOffset}`)
      }
      return seen.size > before
    },
    end() {
      session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** The inspector of the own process answers before the call is back. */
function take(session: Session): readonly Profiler.ScriptCoverage[] {
  let result: readonly Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (_error, answer) => {
    result = answer?.result ?? []
  })
  return result
}
