import type { Operation } from '../operation.ts'

export const trackerSynchronisationOperations: readonly Operation[] = []
