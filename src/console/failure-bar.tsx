/** Names the failure of the run above every panel, and opens the console on it. */
import { useEffect } from 'preact/hooks'
import { showStep } from './live/live.ts'
import { href } from './state/route.ts'
import { failedRun, type FailedRun, step } from './state/store.ts'

export function FailureBar() {
  const failure = failedRun.value
  if (failure === undefined) return null
  const [first = ''] = failure.error.split('\n')
  return (
    <section class="failure-bar" aria-label="Failure of the run">
      <strong>Failed: {titleOf(failure)}</strong>
      <span class="failure-error">{first}</span>
      <a href={href('failure')}>Show the failure</a>
    </section>
  )
}

export function titleOf({ title, runner }: FailedRun): string {
  return title ?? runner ?? 'the run'
}

/** An address without a panel opens on the failure, if there is one, at the last exchange before it. */
export function useFailureFirst(): void {
  const failure = failedRun.value
  useEffect(() => {
    if (failure === undefined || location.hash.replace(/^#\/?/, '') !== '') return
    if (step.peek() === undefined && failure.lastExchange !== undefined) showStep(failure.lastExchange)
    // The way back leads to where the user came from.
    location.replace(href('failure'))
  }, [failure])
}
