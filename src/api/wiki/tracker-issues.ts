import type { Operation } from '../operation.ts'

export const wikiTrackerIssueOperations: readonly Operation[] = []
