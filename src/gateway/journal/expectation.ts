/** What a verification expects of the exchanges. */

/** What is expected of the exchanges so far; what is absent does not matter. */
export interface Expectation {
  /** The id of an operation; or else `path`. */
  readonly operation?: string | undefined
  readonly method?: string | undefined
  /**
   * On the one port, in process, or below the address of an interface; `{name}` stands for any one segment. A query after
   * it wants the parameters that it gives, as `query` does.
   */
  readonly path?: string | undefined
  /** Parameters that were sent, with their values as text, numbers or truth values; a list for one that is repeated. */
  readonly query?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined
  /** What the body held: of an object at least these fields, of a list exactly these items; or the text of a body. */
  readonly body?: unknown
  /** Headers of the request in any letter case; credentials are not kept, `user` says whose call it was. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly user?: string | undefined
  readonly world?: string | undefined
  /** The status of the answer, or a class of them: `2xx`. */
  readonly status?: number | string | undefined
  /** Exactly so many calls. */
  readonly times?: number | undefined
  /** At least so many; 1 when no number is given. */
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

export type Scalar = string | number | boolean
