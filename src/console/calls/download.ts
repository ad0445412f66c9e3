/** File downloads from the page. */
import { ApiError } from './api.ts'
import { door } from './door.ts'
import { address } from '../state/store.ts'

/** Downloads text as a file. */
export function download(name: string, type: string, text: string): void {
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

/** Reads text of any type from the control API of the selected world. `path` begins with `/`. */
export async function controlText(path: string): Promise<string> {
  const answer = await door
    .fetch(`/_sim${path}`, { headers: { 'X-Sim-World': address.peek() } })
    .catch(() => {
      throw new ApiError(0, 'the server does not respond')
    })
  const text = await answer.text()
  if (!answer.ok) throw new ApiError(answer.status, text.slice(0, 300))
  return text
}
