import type { Operation } from '../operation.ts'

export const trackerRandomDataOperations: readonly Operation[] = []
