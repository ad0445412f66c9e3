/** The differences between your own OpenAPI description and the simulator, as data. */
import type { InterfaceName } from '../../api/framework/interfaces.ts'

/**
 * The kind of difference: `missing` in the simulator, `extra` in the simulator, an operation that one of the simulator hides,
 * or a property of something that both have.
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
  /** The id of the operation; if the simulator does not model it, its interface, method and path template. */
  readonly operation: string
  /** `operation`, `query limit`, `path id`, `header X-Page`, `body`, `body title`, `status 409`, `answer items[].key`. */
  readonly place: string
  readonly kind: DifferenceKind
  /** The values of the simulator and of the description; null if one has none. */
  readonly ours: DifferenceValue
  readonly theirs: DifferenceValue
}

/** A part of a description that was skipped, and why. */
export interface PassedOver {
  readonly pointer: string
  readonly message: string
}

/** A description, compared with its interface. */
export interface DescriptionReport {
  readonly surface: InterfaceName
  readonly file: string
  readonly title: string
  /** The version in the description. */
  readonly version: string
  /** The number of operations that both have. */
  readonly compared: number
  /** Ids of the operations whose responses are generated from schemas. */
  readonly generated: readonly string[]
  /** Sorted by operation, place and kind; operations that the description lacks come last. */
  readonly differences: readonly DescriptionDifference[]
  /** The number of operations that the description lacks. Each is one of the differences. */
  readonly lacking: number
  /** The number of differences beyond the limit. */
  readonly untold: number
  readonly passedOver: readonly PassedOver[]
}

/** The number of differences without the operations that the description lacks. */
export function countDifferences({ differences, untold, lacking }: DescriptionReport): number {
  return differences.length + untold - lacking
}

/** Whether only the simulator has the operation. */
export function isLacking({ place, kind }: DescriptionDifference): boolean {
  return place === 'operation' && kind === 'extra'
}

/** Exchanges of operations whose responses are generated from schemas. They prove nothing. */
export interface GeneratedReport {
  readonly operation: string
  readonly times: number
  readonly statuses: Readonly<Record<string, number>>
}
