import type { Operation } from '../operation.ts'

export const trackerBulkJobOperations: readonly Operation[] = []
