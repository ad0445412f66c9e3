/** The names that an editor completes. */
import type { Alternatives, Operations } from '../operation-types.generated.ts'
import type { InterfaceName } from './interfaces.ts'

/** The id of an operation that the simulator models, such as `wiki.baseline.freeze`. */
export type OperationId = keyof Operations
/** The id of any operation; those that only your own OpenAPI description has are named after it: `wiki:GET /orders/{id}`. */
export type OperationName = OperationId | `${InterfaceName}:${string} ${string}`
/** One operation, or all whose ids begin with what stands before the final `*`. */
export type OperationPattern = OperationName | `${string}*`
/** The alternatives in force, by the number of their assumption; `preset` names a set of them. */
export type ChosenAlternatives = { readonly [Id in keyof Alternatives]?: Alternatives[Id] | undefined }
