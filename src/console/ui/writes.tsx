/** Controls that change the world. They are disabled while its past is shown. */
import type { ComponentChildren } from 'preact'
import { step } from '../state/store.ts'

export function Writes({ children }: { readonly children: ComponentChildren }) {
  return (
    <fieldset class="writes" role="presentation" disabled={step.value !== undefined}>
      {children}
    </fieldset>
  )
}
