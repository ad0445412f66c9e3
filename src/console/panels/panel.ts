/** The interface of all panels. */
import type { ComponentType } from 'preact'
import type { IconName } from '../ui/icon.tsx'

export interface PanelProps {
  /** The parts of the address after the panel's name: `#/tables/requirement` gives `['requirement']`. */
  readonly rest: readonly string[]
}

/** The headings of the navigation. */
export type PanelGroup = 'Watch' | 'Inspect' | 'Control' | 'Results'

export interface Panel {
  /** Its name in the address: `#/queues`. */
  readonly id: string
  readonly title: string
  /** Its heading in the navigation. */
  readonly group: PanelGroup
  readonly icon: IconName
  readonly view: ComponentType<PanelProps>
}
