/** Files that the page hands to the browser to be kept. */
import { CONTROL } from './address.ts'
import { ApiError } from './api.ts'
import { world } from '../state/store.ts'

/** Offers text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has begun to read it by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Asks the control API for text of any kind, of the world that is looked at. `path` begins with `/`. */
export async function controlText(path: string): Promise<string> {
  const answer = await fetch(CONTROL + path, { headers: { 'X-Sim-World': world.peek() } }).catch(() => {
    throw new ApiError(0, 'the server does not answer')
  })
  const text = await answer.text()
  if (!answer.ok) throw new ApiError(answer.status, text.slice(0, 300))
  return text
}
