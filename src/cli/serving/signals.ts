/** The signals that stop a command. */

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export interface StopSignals {
  /** Resolves at the first signal. Later ones are ignored: npm forwards signals that the terminal has already sent. */
  readonly stopped: Promise<void>
  /** Stops listening to signals. */
  dispose(): void
}

export function listenToSignals(): StopSignals {
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    stopped,
    dispose() {
      for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}
