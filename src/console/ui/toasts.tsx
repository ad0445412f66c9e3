/** Notices of what was done and what failed. */
import { dismiss, openDialogs, toasts } from '../state/store.ts'
import { Icon } from './icon.tsx'

/** The notices over the page. A dialog shows them itself, because the rest of the page is inert behind it. */
export function PageToasts() {
  return openDialogs.value > 0 ? null : <Toasts />
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind, text, link }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <span>
            {text} {link === undefined ? null : <a href={link.href}>{link.text}</a>}
          </span>
          <button type="button" class="toast-close" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
