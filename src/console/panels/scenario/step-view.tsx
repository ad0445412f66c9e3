/** One step of the timeline: its action, its result, and a button that runs up to it. */
import type { StepResult, TimelineStep } from '../../../control/responses/timeline.ts'
import { countText, durationText } from '../../words/text.ts'
import { Badge, Button, CopyButton, TableHead } from '../../ui/parts.tsx'
import { again, run } from './run.ts'
import { Writes } from '../../ui/writes.tsx'

export function StepView(props: {
  readonly step: TimelineStep
  /** The index of the step, and that of the next step to run. */
  readonly position: number
  readonly next: number
}) {
  const { step, position, next } = props
  const { result } = step
  const isNext = position === next
  const failed = result?.outcome === 'failed'
  const name = step.name ?? `step ${position + 1}`
  return (
    <li
      class={`step ${isNext ? 'step-next' : ''} ${failed ? 'step-failed' : ''}`}
      aria-current={isNext ? 'step' : undefined}
    >
      <span class="step-sign">
        <Sign done={step.done} isNext={isNext} failed={failed} />
      </span>
      <div class="step-text">
        {step.name === undefined ? null : <strong>{step.name}</strong>}
        {step.note === undefined ? null : <span>{step.note}</span>}
        <code class="mono step-title">{step.title}</code>
        {result === undefined ? null : <Outcome result={result} />}
      </div>
      <Writes>
        {step.done ? (
          <Button
            label={`Back to here: restart and go to ${name}`}
            title="Resets the world, then runs every step up to this one"
            onPress={() => again(position + 1)}
          >
            Back to here
          </Button>
        ) : (
          <Button
            label={isNext ? `Run it: run to ${name}` : `Run to here: run to ${name}`}
            kind={isNext ? 'main' : 'plain'}
            onPress={() => run(position - next + 1)}
          >
            {isNext ? 'Run it' : 'Run to here'}
          </Button>
        )}
      </Writes>
    </li>
  )
}

function Sign(props: { readonly done: boolean; readonly isNext: boolean; readonly failed: boolean }) {
  if (props.failed) return <Badge tone="bad">✕ failed</Badge>
  if (props.done) return <Badge tone="good">✓ done</Badge>
  return props.isNext ? <Badge tone="info">▶ next</Badge> : <Badge>pending</Badge>
}

function Outcome({ result }: { readonly result: StepResult }) {
  const { elapsed, begin, end, status, tries, failures, differences, curl, steps } = result
  const facts = [
    status === undefined ? undefined : `answered ${status}`,
    tries === undefined || tries < 2 ? undefined : `asked ${countText(tries, 'time')}`,
    elapsed > 0 ? `took ${durationText(elapsed)}` : undefined,
    begin === undefined ? undefined : `ended at ${(end ?? begin).slice(11, 19)}`,
  ].filter((part) => part !== undefined)
  const other = failures.filter((line) => differences.every(({ place }) => !line.startsWith(`${place}: `)))
  return (
    <>
      <span class="muted">{facts.join(', ')}</span>
      {other.map((line) => (
        <p key={line} class="problem">
          {line}
        </p>
      ))}
      {differences.length === 0 ? null : (
        <table class="differences">
          <TableHead columns={['Where', 'Expected', 'Got']} />
          <tbody>
            {differences.map(({ place, expected, got }) => (
              <tr key={place}>
                <td>{place}</td>
                <td>{expected}</td>
                <td>{got}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {curl === undefined ? null : (
        <div class="row">
          <CopyButton text={() => curl}>Copy as curl</CopyButton>
        </div>
      )}
      {steps === undefined ? null : (
        <ul class="plain-list step-inner" aria-label="In a copy of the world">
          {steps.map((inner) => (
            <li key={inner.path}>
              <Badge
                tone={inner.outcome === 'passed' ? 'good' : inner.outcome === 'failed' ? 'bad' : 'neutral'}
              >
                {inner.outcome}
              </Badge>{' '}
              <code class="mono step-title">{inner.title}</code>
              {inner.outcome === 'failed' ? <Outcome result={inner} /> : null}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
