/** Tools inside a page whose service is a simulator in the same page: a drawer, or the same tools in an element. */
import { quoted } from '../model/input/refusal.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { mountDrawer } from './console/drawer.ts'
import { checkSimulator } from './shared/simulator-check.ts'

/**
 * Shows the tools for a simulator in the page: the signed-in user, faults, the virtual clock, the latest requests and a reset.
 * Without an element they are a drawer, which a button in the lower right corner opens. With an element they fill it, always
 * open. They live in a shadow root. A second call for the same place replaces the tools that are there. Faults and clock are
 * those of the default world.
 *
 * Returns a function that removes the tools; the simulator stays as it is. Throws an Error without a document or a body, and
 * TypeError unless given a simulator and an element.
 */
export function mountConsole(simulator: Simulator, element?: Element | ShadowRoot): () => void {
  checkSimulator('mountConsole', simulator)
  if (typeof document === 'undefined')
    throw new Error(
      'mountConsole needs a page, and there is no document: call it in the browser, not where a server renders the page',
    )
  const { body } = document
  if (element !== undefined && typeof (element as Element | null)?.append !== 'function')
    throw new TypeError(
      `mountConsole takes an element of the page second, not ${quoted(String(element))}: pass document.querySelector(…) of one that exists, or omit it for a drawer`,
    )
  if (element === undefined && body === null)
    throw new Error(
      'mountConsole needs the body of the page, which is not parsed yet: call it from a module script, or at the end of the body',
    )
  return mountDrawer(simulator, element ?? body, element !== undefined && element !== body)
}
