/** Which mutants a run tries: those of the flags, without those whose earlier result still holds. */
import { readFileSync } from 'node:fs'
import { operationIndex } from '../../api/operation-index.ts'
import { suggestionFor } from '../../model/input/option-checks.ts'
import { ruleAt } from '../../model/input/schema-problems.ts'
import type { ServiceMutant } from '../../mutate/mutant.ts'
import { placeInId } from '../../mutate/order.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import type { MutateFlags } from '../flags/mutate.ts'
import { outputSchemas } from '../output/schemas.ts'
import type { MutantResult } from './runner.ts'

/** Ends the command if a pattern without a colon is that of no operation. */
export function checkPatterns(patterns: readonly string[] = []): void {
  const operations = operationIndex.map(({ id }) => id)
  for (const pattern of patterns)
    if (!pattern.includes(':') && !operations.some((id) => matches(pattern, id)))
      throw new ToolFailure(
        2,
        `--only: no operation is ${quoted(pattern)}: ${suggestionFor(pattern, operations, 'reqsim list operations lists them')}`,
      )
}

/** The mutants of the flags. Ends the command if a pattern with a colon is that of none. */
export function selectMutants(
  mutants: readonly ServiceMutant[],
  { only, kinds }: Pick<MutateFlags, 'only' | 'kinds'>,
): readonly ServiceMutant[] {
  const ids = mutants.map(({ id }) => id)
  for (const pattern of only ?? [])
    if (pattern.includes(':') && !ids.some((id) => matches(pattern, id)))
      throw new ToolFailure(
        2,
        `--only: the command uses no mutant ${quoted(pattern)}: ${suggestionFor(pattern, ids, 'write * for any text')}`,
      )
  return mutants.filter(
    (mutant) =>
      (kinds === undefined || kinds.includes(mutant.kind)) &&
      (only === undefined || only.some((pattern) => isMeant(pattern, mutant))),
  )
}

function isMeant(pattern: string, { id, operations = [] }: ServiceMutant): boolean {
  return [id, placeInId({ id }), ...operations].some((name) => matches(pattern, name))
}

/** `*` is any text. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(name)
}

/** The results of an earlier run that still hold, by id: all but those that survived. */
export function earlierResults(file: string): ReadonlyMap<string, MutantResult> {
  const { success, data, error } = outputSchemas.mutate.safeParse(parsed(file))
  if (!success) throw notAReport(file, error.issues.map(ruleAt)[0] ?? '')
  const kept = data.mutants.filter(({ status }) => status !== 'survived')
  return new Map(
    kept.map(({ id, status, killedBy, coveredBy, message }) => [
      id,
      {
        id,
        status,
        coveredBy,
        ...(killedBy === undefined ? {} : { killedBy }),
        ...(message === undefined ? {} : { message }),
      },
    ]),
  )
}

function parsed(file: string): unknown {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolFailure(2, `--since: ${fileProblem('read', file, error)}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const isEmpty = text.trim() === ''
    throw notAReport(file, isEmpty ? 'it is empty; write --json to another file' : (error as Error).message)
  }
}

function notAReport(file: string, why: string): ToolFailure {
  return new ToolFailure(2, `--since: ${quoted(file)} has no report of reqsim mutate: ${why}`)
}
