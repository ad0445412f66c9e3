/** Installs what the rows need before the first test. */
import { installFolders } from './install.ts'

export async function setup(): Promise<void> {
  await installFolders()
}
