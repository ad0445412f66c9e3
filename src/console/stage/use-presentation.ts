/** The presentation of a timeline: the current step, the scenes of the steps that ran, and what moves it. */
import type { Timeline } from '../../control/responses/timeline.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { attempt, refresh, useLive } from '../live/live.ts'
import { health, showToast, world } from '../state/store.ts'
import { useOnce } from '../state/once.ts'
import type { Scene } from './timeline.ts'
import { clearSnapshots, readMachines, readTimeline, restartTo, takeBack, runStep } from './run-step.ts'

export interface Presentation {
  readonly timeline: Timeline | undefined
  readonly error: string | undefined
  /** The position of the step on the stage: the last one that ran, or the next one if it failed. -1 before the first. */
  readonly position: number
  /** The scene of that step; undefined if it did not run on this stage. */
  readonly scene: Scene | undefined
  readonly busy: boolean
  next(): Promise<void>
  back(): Promise<void>
  toEnd(): Promise<void>
  /** Goes to a step, and runs it unless its scene is known; -1 is the beginning. */
  goTo(position: number): Promise<void>
}

export function usePresentation(): Presentation {
  const source = `${health.value?.scenarioHash ?? ''} ${world.value}`
  const { data: timeline, error } = useLive(`timeline ${source}`, readTimeline)
  const machines = useOnce('machines of the stage', readMachines)
  const [scenes, setScenes] = useState<ReadonlyMap<number, Scene>>(new Map())
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  // Scenes of another scenario or world are no longer true.
  useEffect(() => {
    setScenes(new Map())
    void clearSnapshots().catch(() => {})
    return () => void clearSnapshots().catch(() => {})
  }, [source])

  /** One action at a time; presses meanwhile are ignored. */
  async function act(action: (next: number) => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    await attempt('', async () => action((await readTimeline()).next))
    await refresh()
    running.current = false
    setBusy(false)
  }

  /** Tells the steps from the next one to the one before `end`; stops at a step that fails. */
  async function runTo(end: number): Promise<void> {
    const { items, next } = await readTimeline()
    for (const [offset, step] of items.slice(next, end).entries()) {
      const position = next + offset
      const scene = await runStep(step, position, machines.data ?? (await readMachines()))
      setScenes((before) => new Map(before).set(position, scene))
      if (scene.result.outcome !== 'failed') continue
      showToast('bad', `Step ${position + 1} failed`)
      return
    }
  }

  /** Takes the world back, and with it the scenes from that position on. */
  async function backTo(position: number): Promise<void> {
    await takeBack(position)
    setScenes((before) => new Map([...before].filter(([ran]) => ran < position)))
  }

  const next = timeline?.next ?? 0
  const failed = scenes.get(next)?.result.outcome === 'failed'
  const position = failed ? next : next - 1
  return {
    timeline,
    error,
    position,
    scene: scenes.get(position),
    busy,
    next: () => act((from) => runTo(from + 1)),
    back: () => act((from) => backTo(Math.max(0, failed ? from : from - 1))),
    toEnd: () => act(() => runTo(timeline?.total ?? 0)),
    goTo: (target) =>
      act(async (from) => {
        if (target >= from) return runTo(target + 1)
        if (target < 0 || scenes.has(target)) return backTo(target + 1)
        // A step without a scene runs again.
        await restartTo(target)
        return runTo(target + 1)
      }),
  }
}
