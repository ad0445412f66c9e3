import type { Operation } from '../operation.ts'

export const wikiQueueOperations: readonly Operation[] = []
