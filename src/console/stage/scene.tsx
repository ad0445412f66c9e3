/** One step as the audience sees it: its words, and below them what it did. */
import type { StepResult, TimelineStep } from '../../control/responses/timeline.ts'
import { dateText, durationText, timeText } from '../words/text.ts'
import { Badge } from '../ui/parts.tsx'
import { changesOf } from './changes.ts'
import { ChangesCard } from './changes-card.tsx'
import { RequestCard, ResponseCard } from './exchange-cards.tsx'
import { MachineCard } from './machine-card.tsx'
import { Part } from './part.tsx'
import { areMany, QueueCard, queueMoved } from './queue-card.tsx'
import { actionText, headingOf, type Scene, statusText } from './timeline.ts'

/** Lines of a response alone, and above a machine or a queue. */
const LINES = 15
const LINES_WITH_OTHERS = 5

export function SceneView(props: {
  readonly step: TimelineStep
  readonly scene: Scene | undefined
  /** Why the past of the step is not known. */
  readonly missing: string | undefined
}) {
  const { step, scene, missing } = props
  return (
    <>
      <section class="stage-words" aria-live="polite">
        <h1>{headingOf(step)}</h1>
        {step.note === undefined ? null : <p>{step.note}</p>}
      </section>
      {scene === undefined ? (
        <div class="stage-parts">
          <Part title="Already run">
            <p class="stage-lead">
              What this step did cannot be shown: {missing}. To run it again, press Back and then Next. If the
              step before it is missing too, Back resets the world and runs the steps up to that one.
            </p>
          </Part>
        </div>
      ) : (
        <StepScene step={step} scene={scene} />
      )}
    </>
  )
}

function StepScene({ step, scene }: { readonly step: TimelineStep; readonly scene: Scene }) {
  const { result, exchange, differences, moves, machine, queuesBefore, queues } = scene
  const hasQueue = step.show?.queue ?? queueMoved(queuesBefore, queues)
  const isFork = result.steps !== undefined
  const isTraffic =
    hasQueue && exchange === undefined && result.outcome !== 'failed' && areMany(queuesBefore, queues)
  const changes = changesOf(differences, step.show?.changes, isTraffic ? 0 : exchange === undefined ? 3 : 2)
  const nothing = isFork ? 'Nothing: it was only tried.' : nothingText(result)
  const hasChanges = changes.records.length + changes.counted.length > 0
  const drawing =
    machine === undefined ? null : <MachineCard key="machine" {...{ machine, moves }} state={scene.state} />
  const queue = hasQueue ? (
    <QueueCard key="queue" before={queuesBefore} after={queues} differences={differences} />
  ) : null
  const pictures = [drawing, queue].filter((part) => part !== null)
  // Pictures stand beside a long response, and below a short one.
  const isBeside = exchange !== undefined && !hasChanges && exchange.answer.status < 400
  const maximum = isBeside || pictures.length === 0 ? LINES : LINES_WITH_OTHERS
  const isCrowded = exchange !== undefined && pictures.length > 1
  const right = [
    ...(exchange === undefined
      ? []
      : [<ResponseCard key="response" exchange={exchange} marks={result.marks ?? []} maximum={maximum} />]),
    ...(isBeside ? [] : isCrowded ? [drawing] : pictures),
  ]
  const layout = [
    right.length === 0 ? '' : 'in-two',
    exchange !== undefined && !hasChanges && pictures.length === 0 ? 'is-narrow' : '',
  ]
  if (isTraffic)
    return (
      <div class="stage-parts">
        <div class="stage-parts in-two">
          <Action step={step} result={result} />
          <ChangesCard changes={changes} nothing={nothing} />
        </div>
        {pictures}
      </div>
    )
  return (
    <div class={`stage-parts ${layout.join(' ')}`}>
      <div class="stage-column">
        {result.outcome === 'failed' ? <Failure result={result} /> : null}
        {isFork ? (
          <Copy steps={result.steps ?? []} />
        ) : exchange === undefined ? (
          <Action step={step} result={result} />
        ) : (
          <RequestCard exchange={exchange} tries={result.tries} isBrief={pictures.length > 0} />
        )}
        {isBeside ? pictures : null}
        {hasChanges || nothing !== undefined ? <ChangesCard changes={changes} nothing={nothing} /> : null}
        {isCrowded && !isBeside ? queue : null}
      </div>
      {right.length === 0 ? null : <div class="stage-column">{right}</div>}
    </div>
  )
}

function nothingText({ verb, status = 0 }: StepResult): string | undefined {
  if (verb !== 'call') return 'Nothing.'
  return status >= 400 ? 'Nothing: the request was refused.' : undefined
}

/** A step that is no exchange with the service. */
function Action({ step, result }: { readonly step: TimelineStep; readonly result: StepResult }) {
  const { begin = '', end = '', elapsed } = result
  const isLong = begin.slice(0, 10) !== end.slice(0, 10)
  return (
    <Part title={actionTitle(step)}>
      {step.verb === 'advance' ? (
        <p class="stage-times">
          <span>{isLong ? dateText(begin) : timeText(begin)}</span> <span aria-hidden="true">→</span>{' '}
          <b>{isLong ? dateText(end) : timeText(end)}</b> <Badge tone="info">+{durationText(elapsed)}</Badge>
        </p>
      ) : (
        <p class="stage-lead">{actionText(step)}</p>
      )}
    </Part>
  )
}

function actionTitle({ verb, title }: TimelineStep): string {
  if (verb === 'advance') return 'The clock moves'
  return title.includes(' /_sim/') ? 'Behind the scenes' : 'Action'
}

/** The steps that ran in a copy of the world. */
function Copy({ steps }: { readonly steps: readonly StepResult[] }) {
  return (
    <Part title="Tried on a copy">
      <ol class="stage-copy">
        {steps.map(({ path, note, title, status, outcome }) => (
          <li key={path}>
            {note ?? title}{' '}
            {status === undefined ? null : (
              <Badge tone={outcome === 'failed' ? 'bad' : status < 400 ? 'good' : 'warn'}>
                {statusText(status)}
              </Badge>
            )}
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Failure({ result }: { readonly result: StepResult }) {
  return (
    <Part title="This step failed" class="is-failed">
      <ul class="plain-list">
        {result.failures.slice(0, 4).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  )
}
