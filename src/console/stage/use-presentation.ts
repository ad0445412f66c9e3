/** The presentation of a timeline: what all windows show, and what moves it. */
import type { Machine } from '../../control/responses/catalogue.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { attempt, refresh } from '../live/live.ts'
import { changes, epoch, health, world } from '../state/store.ts'
import { coalesced } from './coalesced.ts'
import { goBack, goOn, goToSlide, runToEnd } from './moving.ts'
import { readMachines, readShown, type Shown } from './read-slide.ts'

export interface Presentation {
  /** Undefined until it is read. */
  readonly shown: Shown | undefined
  readonly error: string | undefined
  readonly busy: boolean
  next(): Promise<void>
  back(): Promise<void>
  toEnd(): Promise<void>
  /** Goes to a slide, by its number; 0 is the beginning. */
  goTo(slide: number): Promise<void>
}

export function usePresentation(): Presentation {
  const source = JSON.stringify([epoch.value, health.value?.scenarioHash, world.value])
  const [read, setRead] = useState<{ readonly source: string; readonly shown: Shown } | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const latest = useRef<Shown | undefined>(undefined)
  const machines = useRef<Promise<readonly Machine[]> | undefined>(undefined)
  const wanted = useRef(source)
  wanted.current = source
  const load = useRef(
    coalesced(async () => {
      const { current } = wanted
      try {
        machines.current ??= readMachines()
        const shown = await readShown(await machines.current, latest.current)
        latest.current = shown
        setRead({ source: current, shown })
        setError(undefined)
      } catch (thrown) {
        machines.current = undefined
        setError(thrown instanceof Error ? thrown.message : String(thrown))
      }
    }),
  ).current
  const version = changes.value
  useEffect(() => void load(), [source, version])

  /** One action at a time; presses meanwhile are ignored. */
  async function act(action: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await attempt('', action)
      await refresh()
      await load()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const shown = read?.source === source ? read.shown : undefined
  return {
    shown,
    error,
    busy,
    next: () => act(goOn),
    back: () => act(goBack),
    toEnd: () => act(runToEnd),
    goTo: (slide) => act(() => goToSlide(slide)),
  }
}
