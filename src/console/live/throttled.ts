/** Throttled reads for expensive requests: at once for a new request, otherwise no more often than the server can handle. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLive } from './live.ts'
import type { Live } from '../state/reading.ts'
import { address } from '../state/store.ts'

/** The pause between two reads of the same data, as a multiple of their duration, and its maximum. */
const REST = 8
const MAXIMUM_REST = 10_000

/** Like `useLive`, for lists and searches over many records: the longer a read takes, the longer the pause until the next. */
export function useThrottledLive<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Live<T> {
  const last = useRef({ question: '', cost: 0 })
  const question = JSON.stringify([address.value, key])
  return useLive(key, async (signal) => {
    const { current } = last
    if (current.question === question) await pause(Math.min(current.cost * REST, MAXIMUM_REST), signal)
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

/** A value that follows another one once it has not changed for the given milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
