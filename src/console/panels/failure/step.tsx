/** The step that is shown, with its request, its response and why it is suspicious. */
import type { StepDetails } from '../../../control/responses/past.ts'
import { control } from '../../calls/api.ts'
import { changedRecords } from '../../live/past.ts'
import { href } from '../../state/route.ts'
import { step, world } from '../../state/store.ts'
import { useOnce } from '../../state/once.ts'
import { Badge, Card, Empty, Problem, ResponseStatus } from '../../ui/parts.tsx'
import { Suspicions } from '../../ui/suspicions.tsx'
import { countText, timeText } from '../../words/text.ts'
import { Payload } from '../journal/payload.tsx'

export function ChosenStep() {
  const number = step.value
  if (number === undefined || number === 0)
    return (
      <Card title="Selected step">
        <Empty>Select a step to see its request and response.</Empty>
      </Card>
    )
  return <LoadedStep key={`${world.value} ${number}`} number={number} name={world.value} />
}

function LoadedStep({ number, name }: { readonly number: number; readonly name: string }) {
  const path = `/past/${number}`
  const { data, error } = useOnce(`${name} ${path}`, () => control<StepDetails>(path, { world: name }))
  if (data === undefined)
    return (
      <Card title={`Step ${number}`}>
        {error === undefined ? <Empty>Reading…</Empty> : <Problem text={error} />}
      </Card>
    )
  const { request, answer, title, at, user, operation, exchange, suspicious = [] } = data
  return (
    <Card
      title={`Step ${number}`}
      actions={
        <>
          <a href={href('past')}>{countText(changedRecords.value, 'record')} changed</a>
          {exchange === undefined ? null : <a href={href('journal', exchange)}>Show in Requests</a>}
        </>
      }
    >
      <p class="mono request-line">{request === undefined ? title : `${request.method} ${request.url}`}</p>
      <div class="row">
        {answer === undefined ? <Badge>{data.kind}</Badge> : <ResponseStatus status={answer.status} />}
        <span>{timeText(at)}</span>
        {answer === undefined ? null : <span>by {user ?? 'nobody'}</span>}
        {operation === undefined ? null : <a href={href('api', operation)}>{operation}</a>}
      </div>
      {suspicious.length === 0 ? null : (
        <ul class="plain-list reasons">
          {suspicious.map((each) => (
            <li key={each.kind}>
              <Suspicions of={[each]} /> <span>{each.reason}</span>
            </li>
          ))}
        </ul>
      )}
      {request === undefined ? null : (
        <Payload title="Request" headers={request.headers} body={request.body} />
      )}
      {answer === undefined ? null : (
        <Payload title="Response" headers={answer.headers} body={answer.body} open />
      )}
    </Card>
  )
}
