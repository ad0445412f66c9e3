/** The locations of steps in the text of a scenario file. */
import { readFileSync } from 'node:fs'
import type { Path, ScenarioSource } from '../scenario/format/problems.ts'
import { readScenarioText } from '../scenario/format/text.ts'

/** Finds the `file:line:column` of a path such as `timeline[3].fork.steps[0]`. Reads the file on the first call. */
export function createStepPlaces(file: string): (path: string) => string {
  let source: ScenarioSource | undefined
  return (path) => {
    source ??= readScenarioText(readFileSync(file, 'utf8'), file)
    const position = source.locate?.(partsOf(path))
    const place = position === undefined ? file : `${file}:${position.line}:${position.column}`
    return `${place} ${path}`
  }
}

function partsOf(path: string): Path {
  return [...path.matchAll(/[A-Za-z]+|\d+/g)].map(([part]) => (/^\d/.test(part) ? Number(part) : part))
}
