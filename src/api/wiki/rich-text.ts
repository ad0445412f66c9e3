import type { Operation } from '../operation.ts'

export const wikiRichTextOperations: readonly Operation[] = []
