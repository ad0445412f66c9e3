/** The report as a page. */
import type { MutationReport } from '../output/mutate-schema.ts'

export async function htmlReport(_report: MutationReport): Promise<string> {
  return ''
}
