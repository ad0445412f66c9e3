/** How the clock moves by itself: its speed, and whether it moves when a client polls. */
import type { Clock } from '../control/responses/worlds.ts'
import { setClock } from './live/clock-actions.ts'
import { Button } from './ui/parts.tsx'
import { Select } from './ui/select.tsx'

const SPEEDS = [1, 10, 60, 600, 3600] as const

export function ClockModes({ clock: { mode, speed } }: { readonly clock: Clock }) {
  return (
    <>
      <Select
        label="Speed"
        title="Speed while the clock runs"
        value={String(speed)}
        onChange={(chosen) => void setClock({ speed: Number(chosen) })}
        options={speedsWith(speed).map((one) => ({ id: String(one), title: `${one}×` }))}
      />
      <Button
        pressed={mode === 'auto'}
        title="The clock moves by itself when a client requests something that is not finished"
        onPress={() => setClock({ mode: mode === 'auto' ? 'manual' : 'auto' })}
      >
        Auto
      </Button>
    </>
  )
}

function speedsWith(speed: number): readonly number[] {
  const known: readonly number[] = SPEEDS
  return known.includes(speed) ? known : [...known, speed].toSorted((a, b) => a - b)
}
