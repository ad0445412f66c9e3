/** The frame of the console: clock, navigation, the current panel and notices. */
import { useEffect, useRef } from 'preact/hooks'
import { ClockBar } from './clock-bar.tsx'
import { door } from './calls/door.ts'
import { panels } from './panels/registry.ts'
import { href, route } from './state/route.ts'
import { connection, dismiss, health, toasts, world } from './state/store.ts'
import { ThemeSwitch } from './theme.tsx'
import { Badge } from './ui/parts.tsx'

export function App() {
  const [id = 'overview', ...rest] = route.value
  const panel = panels.find((one) => one.id === id) ?? panels[0]
  const View = panel?.view
  const shown = useRef<typeof panel>(undefined)
  const header = useRef<HTMLElement>(null)
  useEffect(() => noteHeight(header.current), [])
  useEffect(() => {
    document.title = `${panel?.title ?? 'Console'} · ${door.title}`
    scrollTo(0, 0)
    if (shown.current !== undefined) focusHeading()
    shown.current = panel
  }, [panel])
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the panel
      </a>
      <header ref={header} class="top">
        <div class="brand">
          <strong>reqsim</strong>
          <span class="muted">{health.value?.version ?? ''}</span>
          <span class="scenario" title="The loaded scenario and the selected world">
            {health.value?.scenario ?? '…'} / {world.value}
          </span>
          <Connection />
        </div>
        <ClockBar />
        <ThemeSwitch />
      </header>
      <div class="frame">
        <nav class="nav" aria-label="Panels">
          {panels.map((one) => (
            <a
              key={one.id}
              href={href(one.id)}
              aria-current={one === panel ? 'page' : undefined}
              onClick={one === panel ? focusHeading : undefined}
            >
              {one.title}
            </a>
          ))}
        </nav>
        <main id="main" class="main" tabIndex={-1}>
          <h1 id="panel-title" class="panel-title" tabIndex={-1}>
            {panel?.title}
          </h1>
          {View === undefined ? null : <View rest={rest} />}
        </main>
      </div>
      <Toasts />
    </>
  )
}

/** Sticky elements below the header start at its lower edge, however many lines the header takes. */
function noteHeight(header: HTMLElement | null): (() => void) | undefined {
  if (header === null) return undefined
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--header', `${header.offsetHeight}px`),
  )
  observer.observe(header)
  return () => observer.disconnect()
}

/** After following a link, Tab continues at the top of the panel and not at the link. */
function focusHeading(): void {
  document.getElementById('panel-title')?.focus({ preventScroll: true })
}

function skipToMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Connection() {
  const { value } = connection
  if (value === 'open' && door.isInPage) {
    return (
      <Badge
        tone="info"
        title="The simulator runs in this page, without a server, and stores nothing: a reload resets it."
      >
        in this page until a reload
      </Badge>
    )
  }
  if (value === 'open') return <Badge tone="good">connected</Badge>
  return (
    <Badge tone={value === 'lost' ? 'bad' : 'info'}>{value === 'lost' ? 'disconnected' : 'connecting'}</Badge>
  )
}

function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind, text }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <span>{text}</span>
          <button type="button" class="toast-close" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}
