/** Reading what costs the server some work: at once when something else is asked, and else no more than it can stand. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLive } from './live.ts'
import type { Live } from './reading.ts'
import { world } from './store.ts'

/** A rest between two readings of the same, as a multiple of how long a reading takes, and at most this. */
const REST = 8
const LONGEST_REST = 10_000

/** As `useLive`, for lists and searches over many records: the more a reading costs, the longer until the next. */
export function useThrottledLive<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Live<T> {
  const last = useRef({ question: '', cost: 0 })
  const question = JSON.stringify([world.value, key])
  return useLive(key, async (signal) => {
    const { current } = last
    if (current.question === question) await pause(Math.min(current.cost * REST, LONGEST_REST), signal)
    const begun = performance.now()
    const data = await read(signal)
    last.current = { question, cost: performance.now() - begun }
    return data
  })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => resolve())
  })
}

/** A value that follows another once that has stood still for so many milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
