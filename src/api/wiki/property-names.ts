import type { Operation } from '../operation.ts'

export const wikiPropertyNameOperations: readonly Operation[] = []
