/** The report that is open, and what is shown of it: both stay while other panels are shown. */
import { signal } from '@preact/signals'
import { ALL_SURVIVORS, type MutantFilter } from './figures.ts'
import type { MutationReport } from './read.ts'

export const opened = signal<{ readonly name: string; readonly report: MutationReport } | undefined>(
  undefined,
)
export const filter = signal<MutantFilter>(ALL_SURVIVORS)

export function showReport(name: string, report: MutationReport): void {
  filter.value = ALL_SURVIVORS
  opened.value = { name, report }
}
