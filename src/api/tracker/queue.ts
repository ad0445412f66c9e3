import type { Operation } from '../operation.ts'

export const trackerQueueOperations: readonly Operation[] = []
