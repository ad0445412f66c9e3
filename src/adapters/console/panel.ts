/** The panel of the tools: its head with the scenario and the outcome of the last action, and the sections below. */
import type { SimulatorEvent } from '../../simulator/event.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { clockSection } from './clock-section.ts'
import { make, makeButton } from './dom.ts'
import { faultSection } from './fault-section.ts'
import { requestSection } from './request-section.ts'
import { userSection } from './user-section.ts'

export interface Panel {
  readonly element: HTMLElement
  /** Shows the current state of the simulator. */
  update(): void
  /** Shows the time of a clock that runs. */
  tick(): void
  /** Reads what later updates need of an event. */
  note(event: SimulatorEvent): void
  /** Says something in the status line. */
  say(text: string, isError?: boolean): void
}

/** Creates the panel. It calls `onAction` after each action of the user. */
export function createPanel(simulator: Simulator, className: string, onAction: () => void): Panel {
  const status = make('p', { role: 'status', class: 'status' })
  const scenario = make('b', { class: 'grow' })
  const tools = { simulator, act }
  const requests = requestSection(tools)
  const clock = clockSection(tools)
  const sections = [userSection(tools), faultSection(tools), clock, requests]
  const reset = makeButton(
    'Reset',
    () => act('Every world is as the scenario begins.', () => simulator.reset()),
    { title: 'Every world begins again; journal and report are deleted' },
  )
  const head = make('div', { class: 'head' }, make('div', { class: 'row' }, scenario, reset), status)
  return {
    element: make('div', { id: 'panel', class: className }, head, ...sections.map(({ element }) => element)),
    update() {
      scenario.textContent = `reqsim: ${simulator.scenario.name}`
      for (const section of sections) section.update()
    },
    tick() {
      if (simulator.clock.mode() === 'live') clock.update()
    },
    note({ type, data }) {
      if (type === 'exchange' && data.number !== undefined) requests.note(data.number)
    },
    say,
  }

  function act(done: string, action: () => void): void {
    try {
      action()
      say(done)
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true)
    }
    onAction()
  }

  function say(text: string, isError = false): void {
    status.textContent = text
    status.classList.toggle('bad', isError)
  }
}
