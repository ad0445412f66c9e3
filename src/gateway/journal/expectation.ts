/** What a verification expects of the exchanges. */
import type { OperationName } from '../../api/framework/names.ts'
import type { Exclusive } from '../../world/exclusive.ts'

interface ByOperation {
  /** The id of an operation. */
  readonly operation: OperationName
}

interface ByPath {
  /**
   * A path on the one port, in process, or below the address of an interface; `{name}` stands for any one segment. A query
   * after it expects the parameters that it has, as `query` does.
   */
  readonly path: string
}

/** What the calls must have in common; a field that is absent does not matter. */
interface CallCriteria {
  /** The method of the request, in any letter case. */
  readonly method?: string | undefined
  /** Parameters of the query, with their values as text, numbers or booleans; a list for a repeated parameter. */
  readonly query?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined
  /** The body of the request: of an object at least these fields, of a list exactly these items; or the text of a body. */
  readonly body?: unknown
  /** Headers of the request in any letter case. Credentials are not kept: `user` says whose call it was. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The name of the user who called. */
  readonly user?: string | undefined
  /** The name of the world. Default: all worlds. */
  readonly world?: string | undefined
  /** True: only calls that changed records of the world, whatever the caller saw; false: only calls that did not. */
  readonly changed?: boolean | undefined
  /** The status of the response, or a class of them such as `2xx`. */
  readonly status?: number | StatusClass | `${number}` | undefined
}

export type StatusClass = `${2 | 3 | 4 | 5}${'xx' | 'XX'}`

interface ExactCount {
  /** Exactly this many calls. */
  readonly times: number
}

interface CountRange {
  /** At least this many calls. Default: 1 if `atMost` is absent too. */
  readonly atLeast?: number | undefined
  /** At most this many calls. */
  readonly atMost?: number | undefined
}

/** Calls that must have been made: of an operation or to a path, and how many. */
export type Expectation = CallCriteria & Exclusive<ByOperation | ByPath> & Exclusive<ExactCount | CountRange>

export type Scalar = string | number | boolean
