import type { Operation } from '../operation.ts'

export const hostedSearchOperations: readonly Operation[] = []
