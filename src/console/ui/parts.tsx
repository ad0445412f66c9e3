/** Small components that all panels use. */
import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { openDialogs } from '../state/store.ts'
import { isDark } from '../theme.tsx'
import { Toasts } from './toasts.tsx'

/** A section of a panel with a heading and actions next to it. */
export function Card(props: {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
  readonly class?: string
}) {
  return (
    <section class={`card ${props.class ?? ''}`} aria-label={props.title}>
      <header class="card-head">
        <h2>{props.title}</h2>
        {props.actions === undefined ? null : <div class="card-actions">{props.actions}</div>}
      </header>
      <div class="card-body">{props.children}</div>
    </section>
  )
}

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

/** A word on a coloured background. The colour adds no information. */
export function Badge(props: {
  readonly tone?: Tone
  readonly children: ComponentChildren
  readonly title?: string
}) {
  return (
    <span class={`badge badge-${props.tone ?? 'neutral'}`} title={props.title}>
      {props.children}
    </span>
  )
}

/** The statuses of several responses, with how many had each. */
export function ResponseCounts({ statuses }: { readonly statuses: Readonly<Record<string, number>> }) {
  return Object.entries(statuses).map(([status, count]) => (
    <span key={status} class="status-count">
      <ResponseStatus status={Number(status)} />
      {count === 1 ? ' ' : ` ×${count} `}
    </span>
  ))
}

/** The status of a response; 0 if the client got none, because the connection was dropped. */
export function ResponseStatus({ status }: { readonly status: number }) {
  return <Badge tone={statusTone(status)}>{status === 0 ? 'no response' : status}</Badge>
}

export function statusTone(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return 'good'
}

export function messageTone(status: string): Tone {
  if (status === 'DONE') return 'good'
  if (status === 'FAILED') return 'bad'
  return status === 'NOT_EXECUTED' ? 'warn' : 'info'
}

/** A button that ignores presses while its action runs, and keeps the focus, also if the action disables it. */
export function Button(props: {
  readonly onPress: () => unknown
  readonly children: ComponentChildren
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet'
  readonly disabled?: boolean
  readonly title?: string
  readonly label?: string
  readonly pressed?: boolean
}) {
  const [busy, setBusy] = useState(false)
  const [, drawAgain] = useReducer((times: number, _: undefined) => times + 1, 0)
  const element = useRef<HTMLButtonElement>(null)
  const disabled = props.disabled === true
  // A browser takes the focus from a disabled control, and the keyboard user begins again at the top of the page.
  const hasFocus = element.current !== null && element.current === document.activeElement
  const press = async () => {
    if (busy || disabled) return
    setBusy(true)
    try {
      await props.onPress()
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      ref={element}
      type="button"
      class={`button button-${props.kind ?? 'plain'}`}
      disabled={disabled && !hasFocus}
      aria-disabled={disabled ? true : undefined}
      onBlur={() => drawAgain(undefined)}
      aria-busy={busy ? true : undefined}
      title={props.title}
      aria-label={props.label}
      aria-pressed={props.pressed}
      onClick={() => void press()}
    >
      {props.children}
    </button>
  )
}

/** A table without sorting or selection. In a narrow window it scrolls sideways, so that no word is broken. */
export function PlainTable(props: {
  readonly label: string
  /** The titles of the columns. */
  readonly columns: readonly string[]
  /** The rows. */
  readonly children: ComponentChildren
}) {
  return (
    <div class="plain-table-place" role="region" aria-label={props.label} tabIndex={0}>
      <table class="plain-table">
        <TableHead columns={props.columns} />
        <tbody>{props.children}</tbody>
      </table>
    </div>
  )
}

export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A labelled control of a form. */
export function Field(props: {
  readonly label: string
  readonly children: ComponentChildren
  readonly class?: string
  /** An explanation of the label. */
  readonly title?: string
}) {
  return (
    <label class={`field ${props.class ?? ''}`} title={props.title}>
      <span class="field-label">{props.label}</span>
      {props.children}
    </label>
  )
}

/** Outdated data of another request: dimmed and marked as busy until the response arrives. */
export function Stale(props: { readonly when: boolean; readonly children: ComponentChildren }) {
  return (
    <div class={props.when ? 'is-stale' : undefined} aria-busy={props.when}>
      {props.children}
    </div>
  )
}

/** The text of an empty list, with what to do next. */
export function Empty(props: { readonly children: ComponentChildren; readonly action?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{props.children}</p>
      {props.action === undefined ? null : <div class="row">{props.action}</div>}
    </div>
  )
}

/** The text for an address of something that the world does not have. */
export function Missing(props: {
  readonly what: string
  readonly name: string | undefined
  readonly children?: ComponentChildren
}) {
  const name = props.name ?? ''
  return (
    <Card title={`No ${props.what} ${name.slice(0, 60)}`}>
      <p role="alert">
        There is no {props.what} <b>{name.slice(0, 100)}</b> here. {props.children}
      </p>
    </Card>
  )
}

/** An error message. */
export function Problem(props: { readonly text: string | undefined }) {
  return props.text === undefined ? null : (
    <p class="problem" role="alert">
      {props.text}
    </p>
  )
}

/** Text in the letters of code, in a box that scrolls. */
export function Code(props: { readonly text: string; readonly label: string }) {
  return (
    <pre class="code" role="region" aria-label={props.label} tabIndex={0}>
      {props.text}
    </pre>
  )
}

/** HTML of an author, displayed safely: no scripts, no requests, no forms. */
export function InertHtml(props: { readonly html: string; readonly title: string }) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
  const scheme = isDark() ? 'dark' : 'light'
  // The same size as the surrounding text.
  const size = getComputedStyle(document.body).fontSize
  const style = `<style>:root{color-scheme:${scheme}}body{font:${size}/1.5 system-ui,sans-serif;margin:8px}</style>`
  return <iframe class="inert" sandbox="" title={props.title} srcdoc={`${policy}${style}${props.html}`} />
}

/** A button that copies text to the clipboard and reports it in its label. */
export function CopyButton(props: {
  readonly text: () => string
  readonly children: ComponentChildren
  readonly disabled?: boolean
  readonly kind?: 'plain' | 'quiet'
}) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(props.text())
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <Button kind={props.kind ?? 'plain'} disabled={props.disabled === true} onPress={copy}>
      {done ? 'Copied' : props.children}
    </Button>
  )
}

/**
 * The initial focus of a dialog: its first field, else the button that closes it, so that no action is a single key press away.
 */
const FIRST_TO_FOCUS = ['input', 'select', 'textarea'].map((name) => `${name}:not(:disabled)`).join(', ')

/** A button for an action that cannot be undone. It asks for confirmation. */
export function ConfirmButton(props: {
  readonly children: ComponentChildren
  readonly label?: string
  readonly title?: string
  readonly kind?: 'plain' | 'danger'
  readonly disabled?: boolean
  /** The question, with the consequences. */
  readonly question: string
  readonly consequence: ComponentChildren
  readonly onConfirm: () => unknown
}) {
  const { label, question, consequence, onConfirm } = props
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    setAsking(false)
    await onConfirm()
  }
  return (
    <>
      <Button
        {...(label === undefined ? {} : { label })}
        kind={props.kind ?? 'plain'}
        {...(props.title === undefined ? {} : { title: props.title })}
        disabled={props.disabled === true}
        onPress={() => setAsking(true)}
      >
        {props.children}
      </Button>
      {asking ? (
        <Dialog title={question} onClose={() => setAsking(false)}>
          <p>{consequence}</p>
          <div class="row">
            <Button kind="main" onPress={confirm}>
              Yes, continue
            </Button>
            <Button onPress={() => setAsking(false)}>Cancel</Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}

/** A dialog over the page; Escape and a press outside close it. */
export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    openDialogs.value++
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>(`.card-body :is(${FIRST_TO_FOCUS})`)?.focus()
    // A dialog that is removed, unlike one that is closed, leaves the focus nowhere.
    return () => {
      openDialogs.value--
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  const onClick = (event: TargetedMouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current) props.onClose()
  }
  return (
    <dialog ref={dialog} class="dialog" aria-label={props.title} onClose={props.onClose} onClick={onClick}>
      <header class="card-head">
        <h2>{props.title}</h2>
        <Button onPress={props.onClose} label="Close">
          ✕
        </Button>
      </header>
      <div class="card-body">{props.children}</div>
      <Toasts />
    </dialog>
  )
}
