import type { Operation } from '../operation.ts'

export const wikiIssueLinkOperations: readonly Operation[] = []
