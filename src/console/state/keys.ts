/** Keys that work everywhere in the console, except where somebody types or a control takes them. */

export type Shortcut = 'play' | 'next' | 'jump' | 'help'

/** What a key press is and where it happened. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  /** The element that has the focus takes text. */
  readonly typing: boolean
  /** The element that has the focus takes the space bar and Enter: a button, a link, a row. */
  readonly pressable: boolean
  /** A dialog is open. */
  readonly dialog: boolean
}

/** What the help says about each. */
export const SHORTCUTS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Space', does: 'Let the clock run, or stop it (where no button or field has the focus)' },
  { keys: 'N', does: 'Run the next job' },
  { keys: 'J', does: 'Move the clock: to an instant, by a duration, by jobs' },
  { keys: '?', does: 'This help' },
]

/** Keys of single parts of the page, while they have the focus. */
export const LOCAL_KEYS: readonly { readonly where: string; readonly keys: string; readonly does: string }[] =
  [
    { where: 'Tables', keys: '↑ ↓', does: 'From row to row; Enter chooses one' },
    { where: 'Time line', keys: '← →', does: 'Move it; the wheel with Shift or dragging does, too' },
    { where: 'Time line', keys: '+ −', does: 'Zoom; so does the wheel' },
    { where: 'Time line', keys: '0', does: 'Fit everything' },
    { where: 'Time line', keys: 'Home', does: 'Follow the clock' },
    { where: 'Queues', keys: '← ↑ → ↓', does: 'From message to message; Enter opens one' },
    { where: 'State machines', keys: '← ↑ → ↓', does: 'To the nearest state or event; Enter chooses it' },
  ]

/** Which shortcut a key press is, if it is one. */
export function shortcutOf(press: KeyPress): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.typing || press.dialog) return undefined
  switch (press.key) {
    case ' ':
      return press.pressable || press.repeat ? undefined : 'play'
    case 'n':
    case 'N':
      return 'next'
    case 'j':
    case 'J':
      return press.repeat ? undefined : 'jump'
    case '?':
      return 'help'
    default:
      return undefined
  }
}

const PRESSABLE =
  'button, a[href], summary, [role="button"], [role="option"], [role="row"], [role="slider"], [tabindex="0"]'

/** Reads what matters off an event of the page. */
export function pressOf(event: KeyboardEvent): KeyPress {
  const target = event.target instanceof Element ? event.target : document.body
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  return {
    key,
    ctrlKey,
    metaKey,
    altKey,
    repeat,
    typing: target.closest('input, textarea, select, [contenteditable="true"]') !== null,
    pressable: target.closest(PRESSABLE) !== null,
    dialog: document.querySelector('dialog[open]') !== null,
  }
}
