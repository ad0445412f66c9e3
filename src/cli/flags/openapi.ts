/** OpenAPI descriptions of the real service: pairs of a file and its interface. */
import { readFileSync, statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { INTERFACES, type InterfaceName } from '../../api/framework/interfaces.ts'
import type { IndexedOperation } from '../../api/operation-index.ts'
import { countDifferences, type DescriptionReport } from '../../gateway/report/described.ts'
import type { GivenDescription } from '../../openapi-import/import.ts'
import { OpenApiError, problemText } from '../../openapi-import/problems.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { fileProblem, ToolFailure } from '../../replay/failure.ts'
import { readNames } from './flags.ts'
import { countText } from '../../world/count-text.ts'

export interface OpenapiFlags {
  /** Files, each with the interface at the same index of `surface`. */
  readonly openapi?: readonly string[]
  readonly surface?: readonly InterfaceName[]
}

/** Larger files are not read. */
const MAXIMUM_BYTES = 64 * 1024 * 1024
/** How many skipped parts are listed at the start. */
const TOLD = 5

/** Adds interfaces to a list. */
export function readSurfaces(text: string, earlier: readonly string[] | undefined): readonly string[] {
  const names = readNames(text, earlier)
  const unknown = names.find((name) => !(INTERFACES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`An interface is one of ${INTERFACES.join(', ')}.`)
  return names
}

/** The descriptions of the flags. Ends the command if a file has no interface or cannot be read. */
export function descriptionsOf({ openapi = [], surface = [] }: OpenapiFlags): GivenDescription[] {
  if (openapi.length !== surface.length) {
    const message = `${openapi.length} --openapi and ${surface.length} --surface: each file needs the interface that it describes, one of ${INTERFACES.join(', ')}`
    throw new ToolFailure(2, message)
  }
  const twice = surface.find((name, at) => surface.indexOf(name) < at)
  if (twice !== undefined)
    throw new ToolFailure(2, `two descriptions for --surface ${twice}: an interface takes one`)
  return openapi.map((file, at) => ({ file, surface: surface[at] as InterfaceName, document: textOf(file) }))
}

/** The operations that only these descriptions have. Ends the command with every problem of a description. */
export async function describedOperations(
  descriptions: readonly GivenDescription[],
): Promise<readonly IndexedOperation[]> {
  if (descriptions.length === 0) return []
  const { importDescriptions } = await import('../../openapi-import/import.ts')
  try {
    return (await importDescriptions(descriptions)).added
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    throw new ToolFailure(1, error.problems.map(problemText).join('\nreqsim: '))
  }
}

function textOf(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > MAXIMUM_BYTES)
      throw new Error(`it has ${countText(size, 'byte')}, more than the maximum of ${MAXIMUM_BYTES}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolFailure(1, fileProblem('read', file, error))
  }
}

/** The lines of `serve` about the descriptions: one or two for each, and the address of the full list. */
export function descriptionLines({ descriptions }: Simulator, url: string): string {
  const lines = descriptions.flatMap((description) => {
    const { surface, file, passedOver } = description
    return [
      `OpenAPI ${printable(file)} (${surface}): ${countsOf(description)}`,
      ...passedOver.slice(0, TOLD).map(({ pointer, message }) => `  ${printable(`${pointer}: ${message}`)}`),
      ...(passedOver.length > TOLD ? [`  and ${passedOver.length - TOLD} more that are skipped`] : []),
    ]
  })
  return lines.length === 0
    ? ''
    : `${[...lines, `Full list: ${url}/_sim/openapi-differences`, ''].join('\n')}\n`
}

function countsOf(description: DescriptionReport): string {
  const { compared, generated, lacking } = description
  return [
    `operations compared ${compared}`,
    `differences ${countDifferences(description)}`,
    `operations with responses from schemas ${generated.length}`,
    `operations of the simulator missing in it ${lacking}`,
  ].join(', ')
}

/** Text from a file must not move the cursor. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}
