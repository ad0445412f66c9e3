/** Whether the window is as narrow as a phone. */
import { signal } from '@preact/signals'

const query = matchMedia('(max-width: 40rem)')

export const isNarrow = signal(query.matches)
query.addEventListener('change', () => {
  isNarrow.value = query.matches
})
