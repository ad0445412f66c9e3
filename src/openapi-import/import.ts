/**
 * Imports a user's OpenAPI descriptions of the real service. Operations that the simulator models are compared with them; for
 * other operations, responses are generated from their schemas.
 */
import { loadSchemas } from '../api/framework/zod.ts'
import { openApiDocument } from '../api/openapi/document.ts'
import { type IndexedOperation, indexed, operationIndex } from '../api/operation-index.ts'
import { operations } from '../api/operations.ts'
import { INTERFACE_DESCRIPTIONS, INTERFACES, type InterfaceName } from '../api/framework/interfaces.ts'
import type { DescriptionDifference, DescriptionReport } from '../gateway/report/described.ts'
import { createInterfaceRoutes } from '../gateway/addresses/interface-routes.ts'
import { checkFields } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { loadFieldGenerators, type MakeFieldFrom } from '../scenario/format/fields.ts'
import { addedOperation } from './added-operation.ts'
import { checkDescription } from './check.ts'
import { compareDifferences, compareOperation } from './compare.ts'
import { describeOperation, type Source, sourceOf } from './describe.ts'
import {
  type Alignment,
  aligned,
  findAlignment,
  formOf,
  type ListedOperation,
  listOperations,
  parameterNames,
} from './operations.ts'
import { type DescriptionProblem, MAXIMUM_PROBLEMS, pointerOf } from './problems.ts'
import { readDescription } from './read.ts'
import { fieldOf } from './resolve.ts'

/** An OpenAPI description of the real service. */
export interface GivenDescription {
  /** The interface that it describes. */
  readonly surface: InterfaceName
  /** An OpenAPI description of version 3.0 or 3.1, as an object or as text, JSON or YAML. */
  readonly document: object | string
  /** Its name in errors. Default: `openapi`. */
  readonly file?: string
}

export interface Imported {
  readonly reports: readonly DescriptionReport[]
  readonly added: readonly IndexedOperation[]
}

/** The maximum number of differences that are stored for a description. */
const MAXIMUM_DIFFERENCES = 20_000
/** The maximum number of differences that are sorted; further ones are only counted. */
const MAXIMUM_FOUND = 100_000
const MAXIMUM_TITLE_LENGTH = 200

/**
 * Imports descriptions, at most one for each interface. Rejects with OpenApiError, which lists every problem of a description,
 * and with TypeError if the argument is not a list of descriptions.
 */
export async function importDescriptions(input: unknown): Promise<Imported> {
  const descriptions = checkDescriptions(input)
  const [makeField] = await Promise.all([loadFieldGenerators(), loadSchemas()])
  const imported = descriptions.map((description) => importOne(description, makeField))
  return {
    reports: imported.map(({ report }) => report),
    added: imported.flatMap(({ added }) => added),
  }
}

function checkDescriptions(input: unknown): readonly GivenDescription[] {
  if (!Array.isArray(input))
    throw new TypeError(`openapi must be a list of {surface, document}, not ${quoted(input)}`)
  const seen = new Set<unknown>()
  for (const [at, one] of input.entries()) {
    checkFields(`openapi[${at}]`, one, ['surface', 'document', 'file'])
    const { surface, document, file } = one as GivenDescription
    if (!INTERFACES.includes(surface))
      throw new TypeError(`openapi[${at}].surface is one of ${INTERFACES.join(', ')}, not ${quoted(surface)}`)
    if (seen.has(surface))
      throw new TypeError(`openapi[${at}]: ${surface} has two descriptions: pass one for each interface`)
    if (document === undefined || document === null)
      throw new TypeError(`openapi[${at}].document is an OpenAPI description, as an object or as text`)
    if (file !== undefined && typeof file !== 'string')
      throw new TypeError(`openapi[${at}].file must be a name, not ${quoted(file)}`)
    seen.add(surface)
  }
  return input as GivenDescription[]
}

interface OwnOperation {
  readonly id: string
  readonly listed: ListedOperation
  readonly status: string
}

interface One {
  readonly report: DescriptionReport
  readonly added: readonly IndexedOperation[]
}

function importOne({ surface, document, file = 'openapi' }: GivenDescription, makeField: MakeFieldFrom): One {
  const root = readDescription(document, file)
  const passedOver = checkDescription(root, file)
  const listed = listOperations(root, file, passedOver)
  const ownRoot = openApiDocument(surface, operations, { baseUrls: [] })
  const own = ownOperations(ownRoot)
  const progress: Progress = {
    surface,
    theirs: sourceOf(root),
    ours: sourceOf(ownRoot),
    makeField,
    both: new Set(),
    differences: [],
    untold: 0,
    lacking: new Set(),
    added: [],
  }
  const alignment = findAlignment(root, listed, new Set(own.keys()), surface)
  for (const each of listed) {
    const path = placed(each, alignment, surface)
    const known = path === undefined ? undefined : own.get(formOf(each.method, path))
    if (known !== undefined) compareWith(progress, known, each)
    else if (path !== undefined) add(progress, each, path)
    else {
      const message = `is outside of ${INTERFACE_DESCRIPTIONS[surface].prefix || alignment.without}: skipped`
      if (passedOver.length < 2 * MAXIMUM_PROBLEMS)
        passedOver.push({ file, pointer: pointerOf(each.place), message })
    }
  }
  for (const { id, listed: ours } of own.values()) {
    if (progress.both.has(id) || progress.lacking.has(id)) continue
    progress.lacking.add(id)
    const text = `${ours.method} ${ours.path}`
    addDifference(progress, { operation: id, place: 'operation', kind: 'extra', ours: text, theirs: null })
  }
  return { report: reportOn(progress, root, file, passedOver), added: progress.added }
}

/** The results of processing a description. */
interface Progress {
  readonly surface: InterfaceName
  readonly theirs: Source
  readonly ours: Source
  readonly makeField: MakeFieldFrom
  /** Ids of operations that both have. */
  readonly both: Set<string>
  /** Ids of operations that the description lacks at each of their paths. */
  readonly lacking: Set<string>
  readonly differences: DescriptionDifference[]
  untold: number
  readonly added: IndexedOperation[]
}

function addDifference(progress: Progress, difference: DescriptionDifference): void {
  if (progress.differences.length < MAXIMUM_FOUND) progress.differences.push(difference)
  else progress.untold++
}

function compareWith(progress: Progress, { id, listed, status }: OwnOperation, each: ListedOperation): void {
  const { ours, theirs } = progress
  progress.both.add(id)
  const one = describeOperation(ours, listed.operation, listed.shared, parameterNames(listed.path))
  const other = describeOperation(theirs, each.operation, each.shared, parameterNames(each.path))
  for (const difference of compareOperation(id, one, other, status)) addDifference(progress, difference)
}

/** Adds an operation that only the description has, unless one of the simulator hides it. */
function add(progress: Progress, listed: ListedOperation, path: string): void {
  const { surface, theirs: source, makeField } = progress
  const text = `${listed.method} ${path}`
  const id = `${surface}:${text}`
  addDifference(progress, { operation: id, place: 'operation', kind: 'missing', ours: null, theirs: text })
  const hiding = hidingOperation(surface, listed, path)
  if (hiding !== undefined) {
    addDifference(progress, { operation: id, place: 'operation', kind: 'hidden', ours: hiding, theirs: text })
    return
  }
  const below = path.slice(INTERFACE_DESCRIPTIONS[surface].prefix.length)
  const made = addedOperation({ id, surface, path: below === '' ? '/' : below, listed, source, makeField })
  progress.added.push({ ...indexed(made), generated: true })
}

function reportOn(
  { surface, both, differences, untold, lacking, added }: Progress,
  root: unknown,
  file: string,
  passedOver: readonly DescriptionProblem[],
): DescriptionReport {
  return {
    surface,
    file,
    title: titleOf(root, 'title'),
    version: titleOf(root, 'version'),
    compared: both.size,
    generated: added.map(({ id }) => id),
    differences: differences.toSorted(compareDifferences).slice(0, MAXIMUM_DIFFERENCES),
    lacking: lacking.size,
    untold: untold + Math.max(0, differences.length - MAXIMUM_DIFFERENCES),
    passedOver: passedOver.map(({ pointer, message }) => ({ pointer, message })),
  }
}

/** The operations of the simulator's own description, by method and path template. */
function ownOperations(ownRoot: unknown): Map<string, OwnOperation> {
  const statuses = new Map(operations.map(({ id, success }) => [id, String(success.status)]))
  const own = new Map<string, OwnOperation>()
  for (const listed of listOperations(ownRoot, 'simulator', [])) {
    const { operation } = listed
    const id = String(fieldOf(operation, 'x-operation') ?? fieldOf(operation, 'operationId'))
    own.set(listed.form, { id, listed, status: statuses.get(id) ?? '200' })
  }
  return own
}

/** The path of an operation below the address; undefined outside of the interface. */
function placed({ path }: ListedOperation, alignment: Alignment, surface: InterfaceName): string | undefined {
  const { prefix } = INTERFACE_DESCRIPTIONS[surface]
  const found = aligned(path, alignment)
  return found === undefined || (prefix !== '' && found !== prefix && !found.startsWith(`${prefix}/`))
    ? undefined
    : found
}

const findRoutes = createInterfaceRoutes(operationIndex)

/** The operation of the simulator that handles all requests to a template; undefined if there is none. */
function hidingOperation(
  surface: InterfaceName,
  { method }: ListedOperation,
  path: string,
): string | undefined {
  const match = findRoutes(surface, true).match(method, path.replaceAll(/\{[^{}]*\}/g, '1'))
  return match.kind === 'found' ? match.route.id : undefined
}

function titleOf(root: unknown, name: 'title' | 'version'): string {
  const text = fieldOf(fieldOf(root, 'info'), name)
  return typeof text === 'string' ? text.slice(0, MAXIMUM_TITLE_LENGTH) : ''
}
