/** Installs the folders with pinned packages, each once. */
import { installPinned } from '../../scripts/install-pinned.ts'
import { FOLDERS } from './row.ts'

const ROOT = new URL('../../', import.meta.url)

export async function installFolders(): Promise<void> {
  const { http, products, formats, tools } = FOLDERS
  await installPinned(new URL(`${http}/`, ROOT), 'HTTP clients')
  await installPinned(new URL(`${products}/`, ROOT), 'clients of wiki and tracker')
  await installPinned(new URL(`${formats}/`, ROOT), 'readers of recordings and reports')
  await installPinned(new URL(`${tools}/`, ROOT), "other people's validators and generators")
}
