/** Vitest's reporter of what a user expects to see, which reports nothing while mutants are tried. */
import { DefaultReporter } from 'vitest/node'

export interface PausableReporter {
  readonly reporter: DefaultReporter
  readonly pause: () => void
}

export function pausableReporter(): PausableReporter {
  let isPaused = false
  const reporter = new Proxy(new DefaultReporter({ summary: false }), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return isPaused ? () => {} : value.bind(target)
    },
  })
  return { reporter, pause: () => (isPaused = true) }
}
