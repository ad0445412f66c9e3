/** How narrow the window is. */
import { type ReadonlySignal, signal } from '@preact/signals'

/** Whether the window is as narrow as a phone. */
export const isNarrow = matches('(max-width: 40rem)')
/** Whether there is no room for the navigation beside the panel. */
export const hasMenu = matches('(max-width: 60rem)')

function matches(text: string): ReadonlySignal<boolean> {
  const query = matchMedia(text)
  const result = signal(query.matches)
  query.addEventListener('change', () => {
    result.value = query.matches
  })
  return result
}
