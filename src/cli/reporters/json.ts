/** The run as JSON, in the shape of `schema/run.schema.json`. Times are virtual, so that equal runs give equal output. */
import type { StepResult } from '../../scenario/timeline/timeline.ts'
import type { ReportedScenario, Reporter } from './reporter.ts'

export function createJsonReporter(write: (text: string) => void): Reporter {
  const scenarios: unknown[] = []
  return {
    beginScenario: () => {},
    step: () => {},
    endScenario({ ok, now, left, steps }, scenario) {
      const { name, source, seed } = scenario
      scenarios.push({
        name,
        source,
        seed,
        ok,
        now,
        left,
        steps: steps.map((step) => placed(step, scenario)),
      })
    },
    end: (counts) => write(`${JSON.stringify({ scenarios, ...counts }, undefined, 2)}\n`),
  }
}

/** The step with its location. */
function placed({ steps, ...step }: StepResult, scenario: ReportedScenario): object {
  return {
    ...step,
    at: scenario.placeOf(step.path),
    ...(steps === undefined ? {} : { steps: steps.map((inner) => placed(inner, scenario)) }),
  }
}
