/** Where a mutant makes its mistake, in words. */
import { INTERFACE_DESCRIPTIONS } from '../api/framework/interfaces.ts'
import type { OperationHead } from '../api/framework/operation.ts'

/** The method and the path template of an operation: `PUT /rest/reqs/1/requirement2/{spaceKey}/{key}`. */
export function placeOf({
  method,
  path,
  interface: name,
}: Pick<OperationHead, 'method' | 'path' | 'interface'>): string {
  return `${method} ${INTERFACE_DESCRIPTIONS[name].prefix}${path}`
}
