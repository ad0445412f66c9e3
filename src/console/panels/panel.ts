/** The interface of all panels. */
import type { ComponentType } from 'preact'

export interface PanelProps {
  /** The parts of the address after the panel's name: `#/tables/requirement` gives `['requirement']`. */
  readonly rest: readonly string[]
}

export interface Panel {
  /** Its name in the address: `#/queues`. */
  readonly id: string
  readonly title: string
  readonly view: ComponentType<PanelProps>
}
