/** The tools in their place in the page: the button that opens the panel, and when the panel shows a change. */
import type { Simulator } from '../../simulator/simulator.ts'
import { countText } from '../../world/count-text.ts'
import { make, makeButton, replaceContent } from './dom.ts'
import { countActiveFaults } from './fault-section.ts'
import { createPanel } from './panel.ts'
import { readStored, writeStored } from './stored.ts'
import { STYLES } from './styles.ts'
import { signInStored, signOutUnknown } from './user-section.ts'

/** The element in the page, which style sheets of the page can select. */
const TAG = 'reqsim-console'
/** Sent to the element of earlier tools, such as of a module that was replaced. */
const REPLACED = 'reqsim-replaced'
/** Wall-clock milliseconds between two looks at a clock that runs. */
const TICK = 1000
/** What happens in the tools is none of the page's business: its shortcuts and "click outside" would act on it. */
const OWN_EVENTS = [
  'click',
  'focusin',
  'focusout',
  'input',
  'keydown',
  'keypress',
  'keyup',
  'mousedown',
  'pointerdown',
  'submit',
]

/** Mounts the tools below `parent`, filling it or as a drawer. Returns a function that removes them. */
export function mountDrawer(simulator: Simulator, parent: Element | ShadowRoot, fills: boolean): () => void {
  for (const earlier of parent.querySelectorAll(`:scope > ${TAG}`)) earlier.dispatchEvent(new Event(REPLACED))
  signInStored(simulator)
  const panel = createPanel(simulator, fills ? 'panel' : 'panel drawer-panel', update)
  const { element } = panel
  const toggle = makeButton('', () => show(element.hidden !== false), {
    class: 'toggle',
    'aria-controls': 'panel',
  })
  const host = createHost(fills ? '' : 'drawer', ...(fills ? [] : [toggle]), element)
  host.shadowRoot?.addEventListener('keydown', (event) => {
    if (fills || element.hidden || (event as KeyboardEvent).key !== 'Escape') return
    show(false)
    toggle.focus()
  })
  host.addEventListener(REPLACED, unmount)

  let scheduled = false
  const unsubscribe = simulator.events.subscribe((event) => {
    panel.note(event)
    // Changes of the world arrive in bursts, so they are shown together.
    if (scheduled) return
    scheduled = true
    setTimeout(() => {
      scheduled = false
      if (host.isConnected) update()
    })
  })
  const timer = setInterval(() => {
    if (!element.hidden) panel.tick()
  }, TICK)
  parent.append(host)
  show(fills || readStored().open === true)
  return unmount

  function unmount(): void {
    clearInterval(timer)
    unsubscribe()
    host.remove()
  }

  function show(isOpen: boolean): void {
    element.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
    if (!fills) writeStored({ open: isOpen })
    update()
  }

  function update(): void {
    const unknown = signOutUnknown(simulator)
    if (unknown !== undefined)
      panel.say(`This scenario has no user ${unknown}: requests are sent as set in code.`)
    replaceContent(toggle, ...toggleContent(simulator))
    if (!element.hidden) panel.update()
  }
}

/** The element of the tools, with its shadow root. Neither styles nor events cross it. */
function createHost(className: string, ...children: readonly Node[]): HTMLElement {
  const host = document.createElement(TAG)
  host.className = className
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(make('section', { class: 'tools', 'aria-label': 'reqsim' }, ...children))
  for (const type of OWN_EVENTS) host.addEventListener(type, (event) => event.stopPropagation())
  return host
}

/** What differs from the page without tools, so that nobody forgets it: the user, and faults. */
function toggleContent(simulator: Simulator): readonly (Node | string)[] {
  const { signedIn } = simulator
  const faults = countActiveFaults(simulator)
  return [
    'reqsim',
    ...(signedIn === undefined ? [] : [make('span', { class: 'badge' }, signedIn ?? 'signed out')]),
    ...(faults === 0 ? [] : [make('span', { class: 'badge bad' }, countText(faults, 'fault'))]),
  ]
}
