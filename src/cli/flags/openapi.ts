/** Descriptions of the real service on the command line: pairs of a file and the interface that it is of. */
import { readFileSync, statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { INTERFACES, type InterfaceName } from '../../api/framework/surface.ts'
import type { IndexedOperation } from '../../api/operation-index.ts'
import { countDifferences, type DescriptionReport } from '../../gateway/report/described.ts'
import type { GivenDescription } from '../../openapi-import/import.ts'
import { OpenApiError, problemText } from '../../openapi-import/problems.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { ToolFailure, quoted } from '../../replay/failure.ts'
import { readNames } from './flags.ts'
import { countText } from '../../world/count-text.ts'

export interface OpenapiFlags {
  /** Files, each with the interface of the same place in `surface`. */
  readonly openapi?: readonly string[]
  readonly surface?: readonly InterfaceName[]
}

/** Larger files are not read. */
const MAXIMUM_BYTES = 64 * 1024 * 1024
/** Lines about what is passed over that are told at the start. */
const TOLD = 5

/** Adds interfaces to a list. */
export function readSurfaces(text: string, earlier: readonly string[] | undefined): readonly string[] {
  const names = readNames(text, earlier)
  const unknown = names.find((name) => !(INTERFACES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`An interface is one of ${INTERFACES.join(', ')}.`)
  return names
}

/** The descriptions that the flags name. Ends the command over a file without an interface, or one that cannot be read. */
export function givenDescriptions({ openapi = [], surface = [] }: OpenapiFlags): GivenDescription[] {
  if (openapi.length !== surface.length) {
    const message = `${openapi.length} --openapi and ${surface.length} --surface: each file needs the interface that it describes, one of ${INTERFACES.join(', ')}`
    throw new ToolFailure(2, message)
  }
  const twice = surface.find((name, at) => surface.indexOf(name) < at)
  if (twice !== undefined)
    throw new ToolFailure(2, `--surface ${twice} is given twice: one description describes an interface`)
  return openapi.map((file, at) => ({ file, surface: surface[at] as InterfaceName, document: textOf(file) }))
}

/** The operations that only these descriptions know. Ends the command with every problem of a description. */
export async function describedOperations(
  given: readonly GivenDescription[],
): Promise<readonly IndexedOperation[]> {
  if (given.length === 0) return []
  const { importDescriptions } = await import('../../openapi-import/import.ts')
  try {
    return (await importDescriptions(given)).added
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    throw new ToolFailure(1, error.problems.map(problemText).join('\nreqsim: '))
  }
}

function textOf(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > MAXIMUM_BYTES)
      throw new Error(`it has ${countText(size, 'byte')}, and at most ${MAXIMUM_BYTES} are read`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolFailure(1, `cannot read ${quoted(file)}: ${(error as Error).message}`)
  }
}

/** What `serve` says of the descriptions: a line or two for each, and where the whole list is. */
export function descriptionLines({ descriptions }: Simulator, url: string): string {
  const lines = descriptions.flatMap((description) => {
    const { surface, file, passedOver } = description
    return [
      `OpenAPI ${printable(file)} (${surface}): ${countsOf(description)}`,
      ...passedOver.slice(0, TOLD).map(({ pointer, message }) => `  ${printable(`${pointer}: ${message}`)}`),
      ...(passedOver.length > TOLD ? [`  and ${passedOver.length - TOLD} more that are passed over`] : []),
    ]
  })
  return lines.length === 0
    ? ''
    : `${[...lines, `All of it: ${url}/_sim/openapi-differences`, ''].join('\n')}\n`
}

function countsOf(description: DescriptionReport): string {
  const { compared, generated, lacking } = description
  return [
    `operations compared ${compared}`,
    `differences ${countDifferences(description)}`,
    `operations answered from their schemas ${generated.length}`,
    `operations of the simulator that it lacks ${lacking}`,
  ].join(', ')
}

/** What comes from a file moves no cursor. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}
