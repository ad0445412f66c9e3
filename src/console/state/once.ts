/** Data that is constant while a scenario is loaded: read once and shared by all panels. */
import { useEffect, useState } from 'preact/hooks'
import type { Live } from './reading.ts'
import { epoch } from './store.ts'

const kept = new Map<string, Promise<unknown>>()
/** What was read, so that a component that comes later has it in its first frame. */
const known = new Map<string, unknown>()

/** Like `useLive`, but reads once for each name. A failed read is repeated the next time. */
export function useOnce<T>(name: string, read: () => Promise<T>): Live<T> {
  const key = `${epoch.value} ${name}`
  const [state, setState] = useState<Live<T> & { readonly key: string }>(() => stateOf<T>(key))
  useEffect(() => {
    let unmounted = false
    const reading = (kept.get(key) ?? readInto(key, read)) as Promise<T>
    kept.set(key, reading)
    reading.then(
      (data) => unmounted || setState(loaded(key, data)),
      (error: unknown) => {
        kept.delete(key)
        const text = error instanceof Error ? error.message : String(error)
        if (!unmounted) setState({ ...empty(key), error: text, loading: false })
      },
    )
    return () => {
      unmounted = true
    }
  }, [key])
  return state.key === key ? state : stateOf<T>(key)
}

async function readInto<T>(key: string, read: () => Promise<T>): Promise<T> {
  const data = await read()
  known.set(key, data)
  return data
}

function stateOf<T>(key: string) {
  return known.has(key) ? loaded(key, known.get(key) as T) : empty(key)
}

function loaded<T>(key: string, data: T) {
  return { key, data, error: undefined, loading: false, latest: data }
}

function empty(key: string) {
  return { key, data: undefined, error: undefined, loading: true, latest: undefined }
}
