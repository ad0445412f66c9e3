import type { Operation } from '../operation.ts'

export const wikiIssueTemplateOperations: readonly Operation[] = []
