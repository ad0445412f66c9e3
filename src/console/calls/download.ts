/** File downloads from the page. */
import { ApiError } from './api.ts'
import { backend } from './backend.ts'
import { address } from '../state/store.ts'

/** Downloads text or bytes as a file. */
export function download(name: string, type: string, text: BlobPart): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // After a minute, the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Reads text of any type from the control API, of the world and the step that are shown. `path` begins with `/`. */
export async function controlText(path: string, of: string = address.peek()): Promise<string> {
  return (await controlFile(path, of)).text()
}

/** The same for bytes. */
export async function controlFile(path: string, of: string = address.peek()): Promise<Blob> {
  const response = await backend.fetch(`/_sim${path}`, { headers: { 'X-Sim-World': of } }).catch(() => {
    throw new ApiError(0, 'the server does not respond')
  })
  if (response.ok) return response.blob()
  throw new ApiError(response.status, (await response.text()).slice(0, 300))
}
