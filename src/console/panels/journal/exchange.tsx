/** One exchange in full: request, response, and what shaped the response. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import type { ComponentChildren } from 'preact'
import { ignoredText } from '../../../gateway/journal/exchange-text.ts'
import { ApiError, control } from '../../calls/api.ts'
import { href } from '../../state/route.ts'
import { dateText, durationText, timeText } from '../../words/text.ts'
import { useOnce } from '../../state/once.ts'
import { DocsLink, ErrorDocs } from '../../ui/docs-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Badge, Button, Card, Empty, Problem, ResponseStatus } from '../../ui/parts.tsx'
import { AssumptionList } from './assumptions.tsx'
import { Comparison } from './comparison.tsx'
import { CopyAs } from './copy-as.tsx'
import { Payload } from './payload.tsx'
import { SendAgain } from './send-again.tsx'

export function ChosenExchange(props: {
  readonly number: number
  /** The request that this one repeats. */
  readonly repeated: number | undefined
  readonly hrefOf: (number: number) => string
  readonly onSent: (number: number) => void
  readonly onClose: () => void
}) {
  const { number, onClose } = props
  const { data, error } = useExchange(number)
  return (
    <Card
      title={`Request ${number}`}
      actions={
        <Button kind="quiet" label="Close the request" onPress={onClose}>
          <Icon name="close" />
        </Button>
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <Empty>Reading…</Empty>
        ) : (
          <Problem text={error} />
        )
      ) : (
        <>
          <Facts exchange={data} />
          <SendAgain exchange={data} onSent={props.onSent} />
          <CopyAs exchange={data} />
          {props.repeated === undefined ? null : (
            <Repeated after={data} number={props.repeated} href={props.hrefOf(props.repeated)} />
          )}
          <Why exchange={data} />
          <Payload title="Request" headers={data.request.headers} body={data.request.body} />
          <Payload title="Response" headers={data.answer.headers} body={data.answer.body} open />
        </>
      )}
    </Card>
  )
}

function Repeated(props: {
  readonly after: ExchangeDetails
  readonly number: number
  readonly href: string
}) {
  const { data, error } = useExchange(props.number)
  if (data === undefined) return <Problem text={error} />
  return <Comparison before={data} after={props.after} href={props.href} />
}

function useExchange(number: number) {
  return useOnce(`exchange ${number}`, () => readExchange(number))
}

async function readExchange(number: number): Promise<ExchangeDetails> {
  try {
    return await control<ExchangeDetails>(`/journal/${number}`)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new Error('This request is no longer recorded.', { cause: error })
    throw error
  }
}

function Facts({ exchange }: { readonly exchange: ExchangeDetails }) {
  const { request, answer, at, user, operation, region, world } = exchange
  const instant = new Date(at).toISOString()
  const { latency = 0, slow = 0 } = answer.delivery ?? {}
  return (
    <>
      <p class="mono request-line">
        {request.method} {request.url}
      </p>
      <div class="row">
        <span>
          <ResponseStatus status={answer.status} /> <ErrorDocs status={answer.status} />
        </span>
        {operation === undefined ? (
          <Badge tone="warn">no operation</Badge>
        ) : (
          <span>
            <a class="cut" href={href('api', operation)}>
              {operation}
            </a>{' '}
            <DocsLink topic={operation} of={operation} />
          </span>
        )}
        <span>by {user ?? 'nobody'}</span>
        <span>
          {dateText(instant)} {timeText(instant)}
          {latency + slow === 0 ? '' : `, after ${durationText(latency + slow)}`}
        </span>
        <span class="muted">
          world {world}
          {region === undefined ? '' : `, region ${region}`}
        </span>
      </div>
    </>
  )
}

/** What shaped the response. */
function Why({ exchange }: { readonly exchange: ExchangeDetails }) {
  const { diagnosis, remark, defect, fault, rateLimitExceeded, transitions } = exchange
  const ignored = ignoredText(exchange)
  return (
    <dl class="facts">
      {defect === undefined ? null : <Fact name="Defect of the simulator">{defect}</Fact>}
      {fault === undefined ? null : (
        <Fact name="Fault">
          <a href={href('faults', fault)}>Fault {fault}</a> shaped this response, so it proves nothing about
          the service.
        </Fact>
      )}
      {rateLimitExceeded ? <Fact name="Rate limit">The limit was exceeded.</Fact> : null}
      {diagnosis === undefined ? null : (
        <Fact name="Diagnosis">
          {diagnosis.reason}
          {diagnosis.nearest.length === 0 ? '' : '; nearest:'}
          <ul class="plain-list mono">
            {diagnosis.nearest.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Fact>
      )}
      {remark === undefined ? null : <Fact name="Remark">{remark}</Fact>}
      {ignored === undefined ? null : <Fact name="Ignored">{ignored}</Fact>}
      {transitions === undefined || transitions.length === 0 ? null : (
        <Fact name="State machines">
          {transitions.slice(0, 20).map(({ machine, from, event, to }, index) => (
            <div key={index}>
              <a href={href('machines', machine)}>{machine}</a>: {from} → {to} ({event})
            </div>
          ))}
          {transitions.length > 20 ? `and ${transitions.length - 20} more` : ''}
        </Fact>
      )}
      <Fact name="Assumptions">
        <AssumptionList ids={exchange.assumptions} />
      </Fact>
    </dl>
  )
}

function Fact(props: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  )
}
