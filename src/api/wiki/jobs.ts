import type { Operation } from '../operation.ts'

export const wikiJobOperations: readonly Operation[] = []
