/** One exchange in full: request, response, and what shaped the response. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import type { ComponentChildren } from 'preact'
import { ignoredText } from '../../../gateway/journal/exchange-text.ts'
import { backend } from '../../calls/backend.ts'
import { ApiError, control } from '../../calls/api.ts'
import { href } from '../../state/route.ts'
import { dateText, timeText } from '../../words/text.ts'
import { useOnce } from '../../state/once.ts'
import { Badge, Card, Code, CopyButton, Empty, Problem, ResponseStatus } from '../../ui/parts.tsx'
import { AssumptionList } from './assumptions.tsx'
import { Payload } from './payload.tsx'
import { Replay } from './replay.tsx'
import { curlLine } from './request.ts'

export function ChosenExchange({ number }: { readonly number: number }) {
  if (!Number.isSafeInteger(number)) {
    return (
      <Card title="Selected exchange">
        <Empty>Select an exchange to see its request and response.</Empty>
      </Card>
    )
  }
  return <LoadedExchange key={number} number={number} />
}

function LoadedExchange({ number }: { readonly number: number }) {
  const { data, error } = useOnce(`exchange ${number}`, () => readExchange(number))
  if (data === undefined)
    return (
      <Card title={`Exchange ${number}`}>
        {error === undefined ? <Empty>Reading…</Empty> : <Problem text={error} />}
      </Card>
    )
  const { line, missing } = curlLine(data.request, backend.address, data.world)
  return (
    <Card title={`Exchange ${number}`} actions={<CopyButton text={() => line}>Copy as curl</CopyButton>}>
      <Facts exchange={data} />
      <Replay exchange={data} />
      <Why exchange={data} />
      <Payload title="Request" headers={data.request.headers} body={data.request.body} />
      <Payload title="Response" headers={data.answer.headers} body={data.answer.body} open />
      <details>
        <summary>The same request with curl</summary>
        {backend.isInPage ? (
          <p class="muted">For a server that reqsim serve started, not for this page.</p>
        ) : null}
        {missing ? (
          <p class="muted">
            The journal stores no credentials: replace TOKEN, SESSION or SECRET with your own.
          </p>
        ) : null}
        <Code text={line} label="curl" />
      </details>
    </Card>
  )
}

async function readExchange(number: number): Promise<ExchangeDetails> {
  try {
    return await control<ExchangeDetails>(`/journal/${number}`)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new Error('The journal no longer has this exchange.', { cause: error })
    throw error
  }
}

function Facts({ exchange }: { readonly exchange: ExchangeDetails }) {
  const { request, answer, at, user, operation, region, world } = exchange
  const instant = new Date(at).toISOString()
  return (
    <>
      <p class="mono request-line">
        {request.method} {request.url}
      </p>
      <div class="row">
        <ResponseStatus status={answer.status} />
        <span>
          {dateText(instant)} {timeText(instant)}
        </span>
        <span>by {user ?? 'nobody'}</span>
        {operation === undefined ? (
          <Badge tone="warn">no operation</Badge>
        ) : (
          <a href={href('api', operation)}>{operation}</a>
        )}
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
