import type { Operation } from '../operation.ts'

export const wikiPageOperations: readonly Operation[] = []
