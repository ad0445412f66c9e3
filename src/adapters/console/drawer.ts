/** The tools in their place: the button, the panel with its sections, and when they show a change. */
import { countText } from '../../world/count-text.ts'
import type { SimulatorEvent } from '../../simulator/event.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { clockSection } from './clock-section.ts'
import { make, makeButton, replaceContent } from './dom.ts'
import { countActiveFaults, faultSection } from './fault-section.ts'
import { requestSection } from './request-section.ts'
import { readStored, writeStored } from './stored.ts'
import { STYLES } from './styles.ts'
import { signInStored, signOutUnknown, userSection } from './user-section.ts'

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
  const host = document.createElement(TAG)
  if (!fills) host.className = 'drawer'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
  const status = make('p', { role: 'status', class: 'status' })
  const tools = { simulator, act }
  const requests = requestSection(tools)
  const clock = clockSection(tools)
  const sections = [userSection(tools), faultSection(tools), clock, requests]
  const scenario = make('b', { class: 'grow' })
  const reset = makeButton(
    'Reset',
    () => act('Every world is as the scenario begins.', () => simulator.reset()),
    {
      title: 'Every world begins again; journal and report are deleted',
    },
  )
  const panel = make(
    'div',
    { id: 'panel', class: fills ? 'panel' : 'panel drawer-panel' },
    make('div', { class: 'head' }, make('div', { class: 'row' }, scenario, reset), status),
    ...sections.map(({ element }) => element),
  )
  const toggle = makeButton('', () => show(panel.hidden !== false), {
    class: 'toggle',
    'aria-controls': 'panel',
  })
  root.append(make('section', { class: 'tools', 'aria-label': 'reqsim' }, ...(fills ? [] : [toggle]), panel))
  for (const type of OWN_EVENTS) host.addEventListener(type, (event) => event.stopPropagation())
  root.addEventListener('keydown', (event) => {
    if (fills || panel.hidden || (event as KeyboardEvent).key !== 'Escape') return
    show(false)
    toggle.focus()
  })

  let scheduled = false
  const unsubscribe = simulator.events.subscribe(onEvent)
  const timer = setInterval(() => {
    if (!panel.hidden && simulator.clock.mode() === 'live') clock.update()
  }, TICK)
  host.addEventListener(REPLACED, unmount)
  parent.append(host)
  show(fills || readStored().open === true)
  return unmount

  function unmount(): void {
    clearInterval(timer)
    unsubscribe()
    host.remove()
  }

  function show(isOpen: boolean): void {
    panel.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
    if (!fills) writeStored({ open: isOpen })
    update()
  }

  /** Changes of the world arrive in bursts, so they are shown together. */
  function onEvent({ type, data }: SimulatorEvent): void {
    if (type === 'exchange' && data.number !== undefined) requests.note(data.number)
    if (scheduled) return
    scheduled = true
    setTimeout(() => {
      scheduled = false
      if (host.isConnected) update()
    })
  }

  function update(): void {
    const unknown = signOutUnknown(simulator)
    if (unknown !== undefined)
      say(`This scenario has no user ${unknown}: requests are sent as set in code.`, false)
    replaceContent(toggle, ...toggleContent(simulator))
    if (panel.hidden) return
    scenario.textContent = `reqsim: ${simulator.scenario.name}`
    for (const section of sections) section.update()
  }

  function act(done: string, action: () => void): void {
    try {
      action()
      say(done, false)
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true)
    }
    update()
  }

  function say(text: string, isError: boolean): void {
    status.textContent = text
    status.classList.toggle('bad', isError)
  }
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
