import type { Operation } from '../operation.ts'

export const trackerIssueLinkOperations: readonly Operation[] = []
