/** Checks what is passed as a simulator: `await` is easily forgotten, and JavaScript has no types to notice it. */
import { quoted } from '../../model/input/refusal.ts'

/** Throws TypeError unless `given` is a simulator. */
export function checkSimulator(caller: string, given: unknown): void {
  const { exchange, then } = Object(given) as { readonly exchange?: unknown; readonly then?: unknown }
  if (typeof exchange === 'function') return
  const found =
    typeof then === 'function' ? 'a promise of one: write await createSimulator(…)' : quoted(String(given))
  throw new TypeError(`${caller} takes a simulator first, not ${found}`)
}
