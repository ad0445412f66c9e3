import type { Operation } from '../operation.ts'

export const trackerApiOperations: readonly Operation[] = []
