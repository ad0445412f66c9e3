/** The frame of the console: clock, navigation, the current panel and notices. */
import { useEffect, useRef } from 'preact/hooks'
import { ClockBar } from './clock-bar.tsx'
import { FailureBar, useFailureFirst } from './failure-bar.tsx'
import { PastBar } from './past-bar.tsx'
import { backend } from './calls/backend.ts'
import { MenuButton, Navigation } from './navigation.tsx'
import { Palette } from './palette/palette.tsx'
import { panels } from './panels/registry.ts'
import { UnknownPanel } from './panels/unknown.tsx'
import { href, route } from './state/route.ts'
import { connection, health, world } from './state/store.ts'
import { Stage } from './stage/stage.tsx'
import { ThemeSwitch } from './theme.tsx'
import { PanelDocs } from './ui/docs-link.tsx'
import { Mark } from './ui/icon.tsx'
import { PageToasts } from './ui/toasts.tsx'

export function App() {
  const [id, ...rest] = route.value
  if (id !== 'stage') return <Console />
  return (
    <>
      <Stage rest={rest} />
      <PageToasts />
    </>
  )
}

function Console() {
  const [id = 'overview', ...rest] = route.value
  const panel = panels.find((one) => one.id === id)
  const title = panel?.title ?? 'Unknown address'
  const shown = useRef<string>(undefined)
  const header = useRef<HTMLElement>(null)
  useFailureFirst()
  useEffect(() => noteHeight(header.current), [])
  useEffect(() => {
    document.title = `${title} · ${backend.title}`
    scrollTo(0, 0)
    if (shown.current !== undefined) focusHeading()
    shown.current = id
  }, [id])
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the panel
      </a>
      <header ref={header} class="page-head">
        <div class="top">
          <div class="brand">
            <MenuButton />
            <a class="brand-name" href={href('overview')} title={`reqsim ${health.value?.version ?? ''}`}>
              <Mark />
              <strong>reqsim</strong>
            </a>
            <a class="scenario" href={href('worlds')} title="The loaded scenario and the selected world">
              {health.value?.scenario ?? '…'} / {world.value}
            </a>
            <Connection />
          </div>
          <ClockBar />
          <div class="tools">
            <Palette />
            <ThemeSwitch />
          </div>
        </div>
        <PastBar />
        {id === 'failure' ? null : <FailureBar />}
      </header>
      <div class="frame">
        <Navigation current={panel} onSelectCurrent={focusHeading} />
        <main id="main" class="main" tabIndex={-1}>
          <h1 id="panel-title" class="panel-title" tabIndex={-1}>
            {title}
          </h1>
          {panel === undefined ? null : <PanelDocs {...panel} />}
          {panel === undefined ? <UnknownPanel id={id} /> : <panel.view rest={rest} />}
        </main>
      </div>
      <PageToasts />
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
  const text = { open: 'connected', lost: 'disconnected', connecting: 'connecting' }[value]
  if (value === 'open' && backend.isInPage) {
    return (
      <span
        class="connection"
        title="The simulator runs in this page, without a server, and stores nothing: a reload resets it."
      >
        in this page
      </span>
    )
  }
  return <span class={`connection connection-${value}`}>{text}</span>
}
