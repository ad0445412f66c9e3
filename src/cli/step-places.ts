/** Where the steps of a scenario file stand in its text. */
import { readFileSync } from 'node:fs'
import type { Path, ScenarioSource } from '../scenario/check/problems.ts'
import { readScenarioText } from '../scenario/format/text.ts'

/** Finds `file:line:column` of what a path such as `timeline[3].fork.steps[0]` leads to; reads the file when first asked. */
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
