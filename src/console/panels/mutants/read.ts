/** A report of `reqsim mutate`, read from the JSON of `--json`, or from the page of `--html`. */
import {
  MUTATION_KINDS,
  type MutationGroup,
  type MutationKind,
} from '../../../scenario/format/mutation-kinds.ts'
import { type Fields, isObject } from '../../../world/objects.ts'

export const STATUSES = ['survived', 'killed', 'timeout', 'not-reached'] as const
export type MutantStatus = (typeof STATUSES)[number]

export interface Mutant {
  readonly id: string
  /** An operation, a job, a queue, a rate class or a credential. */
  readonly place: string
  readonly group: MutationGroup
  readonly kind: MutationKind
  /** What the service did wrong, in the past tense, without a stop. */
  readonly sentence: string
  readonly hint?: string
  /** The field of the response that it changes. */
  readonly field?: string
  readonly status: MutantStatus
  readonly killedBy?: string
  readonly coveredBy: readonly string[]
  readonly message?: string
}

export interface MutationReport {
  /** Absent in the page of `--html`. */
  readonly command?: string
  readonly left?: number
  readonly mutants: readonly Mutant[]
}

const GROUP_OF_KIND: ReadonlyMap<string, MutationGroup> = new Map(
  (Object.keys(MUTATION_KINDS) as MutationGroup[]).flatMap((group) =>
    MUTATION_KINDS[group].map((kind) => [kind, group] as const),
  ),
)

/** Throws an error that says what is wrong with the file, and what to select instead. */
export function readMutationReport(text: string, name: string): MutationReport {
  const value = valueOf(text)
  try {
    if (value === undefined) throw new Error('it is neither JSON nor the page of --html')
    return isObject(value) && isObject(value['files']) ? fromElements(value) : fromJson(value)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${name} is not a report of mutants: ${why}. Select a file that reqsim mutate --json printed or --html wrote`,
      { cause: error },
    )
  }
}

/** The value of JSON, or of the data within a page. */
function valueOf(text: string): unknown {
  const inPage = /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(text)?.[1]
  try {
    return JSON.parse(inPage ?? text) as unknown
  } catch {
    return undefined
  }
}

function fromJson(value: unknown): MutationReport {
  const report = objectAt(value, 'the file')
  if ('failures' in report && 'coverage' in report)
    throw new Error('it is the result of an exploration, which the panel Exploration opens')
  const { command, left } = report
  return {
    command: textAt(command, 'command'),
    left: countAt(left, 'left'),
    mutants: listAt(report['mutants'], 'mutants').map((each, at) => mutantOf(each, `mutants[${at}]`)),
  }
}

function mutantOf(value: unknown, place: string): Mutant {
  const fields = objectAt(value, place)
  return {
    id: textAt(fields['id'], `${place}.id`),
    place: textAt(fields['place'], `${place}.place`),
    ...kindAt(fields['kind'], `${place}.kind`),
    sentence: textAt(fields['sentence'], `${place}.sentence`),
    ...optionalTexts(fields, place, ['hint', 'field', 'killedBy', 'message']),
    status: choiceAt(fields['status'], STATUSES, `${place}.status`),
    coveredBy: textsAt(fields['coveredBy'], `${place}.coveredBy`),
  }
}

/** Statuses of the open schema for mutation testing. */
const ELEMENT_STATUSES: Readonly<Record<string, MutantStatus>> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'not-reached',
}

/** A page has the report in the open schema: an operation is a file. */
function fromElements(value: Fields): MutationReport {
  const { framework } = value
  if (!isObject(framework) || framework['name'] !== 'reqsim mutate')
    throw new Error('it is the report of another tool, about source code')
  const mutants = Object.entries(objectAt(value['files'], 'files')).flatMap(([place, file]) => {
    const path = `files[${JSON.stringify(place)}].mutants`
    const list = listAt(objectAt(file, path)['mutants'], path)
    return list.map((each, at) => elementOf(place, each, `${path}[${at}]`))
  })
  return { mutants }
}

function elementOf(place: string, value: unknown, path: string): Mutant {
  const fields = objectAt(value, path)
  const id = textAt(fields['id'], `${path}.id`)
  const status = choiceAt(fields['status'], Object.keys(ELEMENT_STATUSES), `${path}.status`)
  const { statusReason } = optionalTexts(fields, path, ['statusReason'])
  const [killedBy] = fields['killedBy'] === undefined ? [] : textsAt(fields['killedBy'], `${path}.killedBy`)
  const kind = kindAt(fields['mutatorName'], `${path}.mutatorName`)
  // The text after the kind: a field, or the status of a refusal.
  const [, , , ...rest] = id.split(':')
  const hint = statusReason?.split(' To notice it: ')[1]
  return {
    id,
    place,
    ...kind,
    sentence: textAt(fields['description'], `${path}.description`),
    ...(hint === undefined ? {} : { hint }),
    ...(rest.length === 0 || kind.kind === 'wrong-error-status' ? {} : { field: rest.join(':') }),
    status: ELEMENT_STATUSES[status] as MutantStatus,
    ...(killedBy === undefined ? {} : { killedBy }),
    coveredBy: fields['coveredBy'] === undefined ? [] : textsAt(fields['coveredBy'], `${path}.coveredBy`),
    ...(hint !== undefined || statusReason === undefined || statusReason === ''
      ? {}
      : { message: statusReason }),
  }
}

function kindAt(
  value: unknown,
  place: string,
): { readonly kind: MutationKind; readonly group: MutationGroup } {
  const kind = choiceAt(value, [...GROUP_OF_KIND.keys()], place) as MutationKind
  return { kind, group: GROUP_OF_KIND.get(kind) as MutationGroup }
}

function objectAt(value: unknown, place: string): Fields {
  if (!isObject(value)) throw new Error(`${place} must be an object`)
  return value
}

function listAt(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${place} must be a list`)
  return value
}

function textAt(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new Error(`${place} must be text`)
  return value
}

function textsAt(value: unknown, place: string): readonly string[] {
  return listAt(value, place).map((each, at) => textAt(each, `${place}[${at}]`))
}

function countAt(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`${place} must be a whole number from 0`)
  return value
}

function choiceAt<T extends string>(value: unknown, choices: readonly T[], place: string): T {
  const found = choices.find((each) => each === value)
  if (found === undefined)
    throw new Error(
      `${place} must be ${choices.length > 6 ? 'a kind of mistake' : choices.join(' or ')}, not '${String(value).slice(0, 40)}'`,
    )
  return found
}

function optionalTexts<Name extends string>(
  fields: Fields,
  place: string,
  names: readonly Name[],
): { readonly [Each in Name]?: string } {
  const given = names.filter((name) => fields[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, textAt(fields[name], `${place}.${name}`)])) as {
    readonly [Each in Name]?: string
  }
}
