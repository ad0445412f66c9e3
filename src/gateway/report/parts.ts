/** Parts of the report that are counted as exchanges come. */
import type { InterfaceName } from '../../api/framework/interfaces.ts'

/** How often a user used a feature, as clients reported it by telemetry. */
export interface FeatureReport {
  readonly user: string
  readonly feature: string
  readonly times: number
}

/** How often an operation allowed and refused its permission to a user. */
export interface RightReport {
  /** The permission in the words of the service, such as `space read`. */
  readonly permission: string
  readonly operation: string
  /** The name of the user; absent for calls without a valid credential. */
  readonly user?: string
  readonly allowed: number
  readonly refused: number
}

/** The use of a permission rule. */
export interface PermissionReport {
  readonly interface: InterfaceName
  /** The permission in the words of the service, such as `space read`. */
  readonly permission: string
  /** The number of operations that require it. */
  readonly operations: number
  /** Exchanges that no fault affected: those with the permission, and those that were refused for lack of it. */
  readonly allowed: number
  readonly refused: number
}

/** Requests with one method and path that match no operation. */
export interface UnmatchedReport {
  readonly method: string
  /** The path without the query and without the prefix of a world. */
  readonly path: string
  /** The nearest operations. */
  readonly nearest: readonly string[]
  readonly times: number
}

export interface UnknownReport {
  readonly operation: string
  readonly kind: 'parameter' | 'field'
  readonly name: string
  /** The name that the client probably meant; absent if none is near. */
  readonly suggestion?: string
  readonly times: number
}
