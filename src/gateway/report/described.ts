/** What a description of the real service, that a user brought, says otherwise than the simulator: as data. */
import type { InterfaceName } from '../../api/framework/surface.ts'

/**
 * What differs: something that one of both does not know (`missing`: the simulator, `extra`: the description), an
 * operation of the description that one of the simulator hides, or a property of what both know.
 */
export const DIFFERENCE_KINDS = [
  'missing',
  'extra',
  'hidden',
  'name',
  'in',
  'required',
  'type',
  'values',
  'minimum',
  'maximum',
  'minimumLength',
  'maximumLength',
  'pattern',
  'mediaType',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]
export type DifferenceValue = string | number | boolean | null | readonly string[]

export interface DescriptionDifference {
  /** The id of the operation; of one that the simulator does not model, interface, method and template. */
  readonly operation: string
  /** `operation`, `query limit`, `path id`, `header X-Page`, `body`, `body title`, `status 409`, `answer items[].key`. */
  readonly place: string
  readonly kind: DifferenceKind
  /** What the simulator has, and what the description says; null where it has or says nothing. */
  readonly ours: DifferenceValue
  readonly theirs: DifferenceValue
}

/** Something of a description that is passed over, and why. */
export interface PassedOver {
  readonly pointer: string
  readonly message: string
}

/** One description, held against the interface that it is of. */
export interface DescriptionReport {
  readonly surface: InterfaceName
  readonly file: string
  readonly title: string
  /** The version of the service, as the description names it. */
  readonly version: string
  /** Operations that both know. */
  readonly compared: number
  /** Operations that are answered from their schemas, by id. */
  readonly generated: readonly string[]
  /** By operation, place and kind; operations that the description lacks altogether come last. */
  readonly differences: readonly DescriptionDifference[]
  /** Operations that the description lacks; each is one of the differences. */
  readonly lacking: number
  /** Differences beyond those that are kept. */
  readonly untold: number
  readonly passedOver: readonly PassedOver[]
}

/** How many differences a description has besides the operations that it lacks. */
export function countDifferences({ differences, untold, lacking }: DescriptionReport): number {
  return differences.length + untold - lacking
}

/** True for an operation that only the simulator has. */
export function isLacking({ place, kind }: DescriptionDifference): boolean {
  return place === 'operation' && kind === 'extra'
}

/** Exchanges with an operation that is answered from its schema: no evidence of anything. */
export interface GeneratedReport {
  readonly operation: string
  readonly times: number
  readonly statuses: Readonly<Record<string, number>>
}
