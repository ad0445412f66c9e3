/** The frame of the console: clock, navigation, the current panel and notices. */
import { useEffect, useRef } from 'preact/hooks'
import { ClockBar } from './clock-bar.tsx'
import { FailureBar, useFailureFirst } from './failure-bar.tsx'
import { PastBar } from './past-bar.tsx'
import { backend } from './calls/backend.ts'
import { Palette } from './palette/palette.tsx'
import type { Panel } from './panels/panel.ts'
import { groups, panels } from './panels/registry.ts'
import { href, route } from './state/route.ts'
import { connection, health, world } from './state/store.ts'
import { Stage } from './stage/stage.tsx'
import { ThemeSwitch } from './theme.tsx'
import { PanelDocs } from './ui/docs-link.tsx'
import { Icon, Mark } from './ui/icon.tsx'
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
  const panel = panels.find((one) => one.id === id) ?? panels[0]
  const View = panel?.view
  const shown = useRef<typeof panel>(undefined)
  const header = useRef<HTMLElement>(null)
  useFailureFirst()
  useEffect(() => noteHeight(header.current), [])
  useEffect(() => {
    document.title = `${panel?.title ?? 'Console'} · ${backend.title}`
    scrollTo(0, 0)
    if (shown.current !== undefined) focusHeading()
    shown.current = panel
  }, [panel])
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the panel
      </a>
      <header ref={header} class="page-head">
        <div class="top">
          <div class="brand">
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
        <Navigation current={panel} />
        <main id="main" class="main" tabIndex={-1}>
          <h1 id="panel-title" class="panel-title" tabIndex={-1}>
            {panel?.title}
          </h1>
          {panel === undefined ? null : <PanelDocs {...panel} />}
          {View === undefined ? null : <View rest={rest} />}
        </main>
      </div>
      <PageToasts />
    </>
  )
}

/** The panels by their groups. */
function Navigation({ current }: { readonly current: Panel | undefined }) {
  const nav = useRef<HTMLElement>(null)
  // In a narrow window the panels are one line that scrolls.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (link !== null && link !== undefined) nav.current?.scrollTo({ left: link.offsetLeft - 16 })
  }, [current])
  return (
    <nav ref={nav} class="nav" aria-label="Panels">
      {groups.map((group) => (
        <div key={group} class="nav-group" role="group" aria-label={group}>
          <span class="nav-title" aria-hidden="true">
            {group}
          </span>
          {panels
            .filter((one) => one.group === group)
            .map((one) => (
              <a
                key={one.id}
                href={href(one.id)}
                aria-current={one === current ? 'page' : undefined}
                onClick={one === current ? focusHeading : undefined}
              >
                <Icon name={one.icon} />
                {one.title}
              </a>
            ))}
        </div>
      ))}
    </nav>
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
