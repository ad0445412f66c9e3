/** Worlds and snapshots: create, restore and compare them. */
import { DifferenceCard } from './worlds/difference.tsx'
import { ScenarioCard } from './worlds/scenarios.tsx'
import { SnapshotCard } from './worlds/snapshots.tsx'
import { WorldCard } from './worlds/list.tsx'
import type { PanelProps } from './panel.ts'

/**
 * `#/worlds/<snapshot>/<other>` shows the difference between the two; `now` is the current state of the selected world, and
 * `world:second` in place of a snapshot is another world.
 */
export function WorldsPanel({ rest }: PanelProps) {
  return (
    <>
      <div class="columns">
        <WorldCard />
        <SnapshotCard />
      </div>
      <DifferenceCard before={rest[0]} after={rest[1]} />
      <ScenarioCard />
    </>
  )
}
