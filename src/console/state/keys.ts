/** Keys that work everywhere in the console, except in text fields and controls that use them. */

export type Shortcut = 'play' | 'next' | 'jump' | 'help' | 'earlier' | 'later'

/** A key press and its context. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  /** The focused element takes text. */
  readonly typing: boolean
  /** The focused element takes the space bar and Enter: a button, a link, a row. */
  readonly pressable: boolean
  /** A dialog is open. */
  readonly dialog: boolean
}

/** Their descriptions in the help. */
export const SHORTCUTS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Space', does: 'Play or pause the clock (if no button or field has the focus)' },
  { keys: 'N', does: 'Run the next job' },
  { keys: 'J', does: 'Move the clock: to a time, by a duration, by jobs' },
  { keys: ',', does: 'Show the world one step earlier' },
  { keys: '.', does: 'Show the world one step later' },
  { keys: '?', does: 'Show this help' },
  { keys: 'Ctrl+K', does: 'Open the commands: go to, advance, inject, send' },
]

/** Keys of single parts of the page, while they have the focus. */
export const LOCAL_KEYS: readonly { readonly where: string; readonly keys: string; readonly does: string }[] =
  [
    { where: 'Tables', keys: '↑ ↓', does: 'Move between rows; Enter selects one' },
    { where: 'JSON', keys: '← →', does: 'Fold and unfold; also Enter' },
    { where: 'Timeline', keys: '← →', does: 'Move; also dragging, or the wheel with Shift' },
    { where: 'Timeline', keys: '+ −', does: 'Zoom; also the wheel' },
    { where: 'Timeline', keys: '0', does: 'Fit everything' },
    { where: 'Timeline', keys: 'Home', does: 'Follow the clock' },
    { where: 'Queues', keys: '← ↑ → ↓', does: 'Move between messages; Enter opens one' },
    {
      where: 'State machines',
      keys: '← ↑ → ↓',
      does: 'Move to the nearest state or event; Enter selects it',
    },
  ]

/** The shortcut of a key press, if it is one. */
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
    case ',':
      return 'earlier'
    case '.':
      return 'later'
    case '?':
      return 'help'
    default:
      return undefined
  }
}

const PRESSABLE =
  'button, a[href], summary, [role="button"], [role="option"], [role="row"], [role="slider"], [tabindex="0"]'

/** Reads a key press from an event of the page. */
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
