import type { Operation } from '../operation.ts'

export const trackerRecoveryOperations: readonly Operation[] = []
