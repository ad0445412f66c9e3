/** Installs the writers before the first test. */
import { installPinned } from '../../../scripts/install-pinned.ts'

export async function setup(): Promise<void> {
  await installPinned(new URL('./', import.meta.url), 'writers of workbooks')
}
