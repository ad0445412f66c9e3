/** Reads that many ask for at once. */

/** Runs one read at a time. A call meanwhile waits for a further one, which all such calls share. */
export function coalesced(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    next = undefined
    running = read().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    next ??= running.then(start, start)
    return next
  }
}
