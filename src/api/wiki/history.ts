import type { Operation } from '../operation.ts'

export const wikiHistoryOperations: readonly Operation[] = []
