import type { Operation } from '../operation.ts'

export const trackerRemoteLinkOperations: readonly Operation[] = []
