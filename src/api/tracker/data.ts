import type { Operation } from '../operation.ts'

export const trackerDataOperations: readonly Operation[] = []
