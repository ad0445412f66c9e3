/** What every panel of the console is. */
import type { ComponentType } from 'preact'

export interface PanelProps {
  /** What stands behind the panel's name in the address: `#/tables/requirement` gives `['requirement']`. */
  readonly rest: readonly string[]
}

export interface Panel {
  /** Its name in the address: `#/queues`. */
  readonly id: string
  readonly title: string
  readonly view: ComponentType<PanelProps>
}
