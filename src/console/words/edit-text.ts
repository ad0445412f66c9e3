/** Edits through the control API, in words. */
import type { StepEntry } from '../../control/responses/past.ts'
import { momentText } from './text.ts'

/** By method and path; `#` stands for the id in the path. */
const EDITS: Readonly<Record<string, string>> = {
  'PATCH /sites/{id}': 'Site #',
  'POST /pages': 'A page was created',
  'PUT /pages/{id}': 'Page # was saved',
  'DELETE /pages/{id}': 'Page # was removed',
  'POST /pages/{id}/view': 'Page # was viewed',
  'PUT /issues/{id}': 'Issue # was saved',
  'POST /tokens': 'A token was created',
  'POST /sessions': 'A user signed in',
  'DELETE /sessions/{id}': 'Session # was ended',
  'DELETE /sessions': 'All sessions of a user were ended',
}

/** Edits that only the past lists. */
const STEPS: Readonly<Record<string, string>> = {
  ...EDITS,
  'PATCH /sites/{id}': 'Site # was changed',
  'POST /faults': 'A fault was added',
  'PATCH /faults/{id}': 'Fault # was changed',
  'DELETE /faults/{id}': 'Fault # was removed',
  'DELETE /faults': 'All faults were removed',
}

/** An edit by its route, such as `PUT /pages/{id}`, and its path, such as `/pages/4001`. */
export function editText(route: string, path: string): string | undefined {
  return withId(EDITS[route], path)
}

/** A step that moved the clock or was a request to the control API; undefined for others. */
export function stepText(
  step: Pick<StepEntry, 'kind' | 'method' | 'path' | 'title' | 'at'>,
): string | undefined {
  const [, instant] = /^advance to (\S+)$/.exec(step.title) ?? []
  if (step.kind === 'clock' && instant !== undefined)
    return `The clock moved to ${momentText(instant, step.at)}`
  if (step.kind !== 'control' || step.method === undefined || step.path === undefined) return undefined
  const [, path] = step.path.split('/_sim', 2)
  if (path === undefined) return undefined
  return withId(STEPS[`${step.method} ${path.replace(/^(\/\w+\/)\d+/, '$1{id}')}`], path)
}

function withId(text: string | undefined, path: string): string | undefined {
  return text?.replace('#', path.split('/')[2] ?? '')
}
