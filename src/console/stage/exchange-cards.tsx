/** A request and its response, in words and in the lines that matter. */
import { readBody } from '../panels/journal/request.ts'
import { countText } from '../words/text.ts'
import { useOperations } from '../calls/catalogue.ts'
import { Breakable } from '../ui/breakable.tsx'
import { Badge, statusTone } from '../ui/parts.tsx'
import { abridgedJson } from './abridged-json.ts'
import { Part } from './part.tsx'
import { pathText, personText, placeText, type StepExchange, statusText } from './timeline.ts'

/** Lines shown of the body of a request. */
const REQUEST_LINES = 8
/** How marks name a header. */
const HEADER = 'header '

export function RequestCard(props: {
  readonly exchange: StepExchange
  readonly tries: number | undefined
  /** Other cards need the space. */
  readonly isBrief: boolean
}) {
  const { exchange, tries = 1, isBrief } = props
  const { request, user, interface: name, operation } = exchange
  const operations = useOperations()
  const summary = operations.data?.find(({ id }) => id === operation)?.summary
  return (
    <Part title="Request" class="is-request">
      <p class="stage-lead">
        <b>{personText(user)}</b> asks {placeText(name)}
        {tries > 1 ? `, ${countText(tries, 'time')}` : ''}
      </p>
      {summary === undefined || isBrief ? null : <p class="muted">{summary.replace(/\.$/, '')}</p>}
      <p class="stage-line">
        <b>{request.method}</b> <Breakable text={pathText(request.url)} />
      </p>
      {request.body === undefined || request.body === '' ? null : (
        <Lines label="Body of the request" body={request.body} marks={[]} maximum={REQUEST_LINES} />
      )}
    </Part>
  )
}

export function ResponseCard(props: {
  readonly exchange: StepExchange
  readonly marks: readonly string[]
  readonly maximum: number
}) {
  const { exchange, marks, maximum } = props
  const { status, body, headers } = exchange.answer
  const expected = new Set(marks.filter((mark) => mark.startsWith(HEADER)))
  const shownHeaders = Object.entries(headers).filter(([name]) => expected.has(HEADER + name.toLowerCase()))
  const paths = marks.filter((mark) => !mark.startsWith(HEADER))
  // An error says in its message what matters.
  const shownMarks = status >= 400 && paths.length === 0 ? ['$.message'] : paths
  return (
    <Part
      title="Response"
      class="is-response"
      aside={
        <span class="stage-status">
          <Badge tone={statusTone(status)}>{statusText(status)}</Badge>
        </span>
      }
    >
      {shownHeaders.length === 0 ? null : (
        <div class="stage-json" role="group" aria-label="Headers of the response">
          {shownHeaders.map(([name, value]) => (
            <div key={name} class="stage-json-line">
              <mark>
                {name.toLowerCase()}: {value}
              </mark>
            </div>
          ))}
        </div>
      )}
      {body === undefined || body === '' ? (
        <p class="muted">It has no body.</p>
      ) : (
        <Lines
          label="Body of the response"
          body={body}
          marks={shownMarks}
          maximum={maximum - shownHeaders.length}
        />
      )}
    </Part>
  )
}

function Lines(props: {
  readonly label: string
  readonly body: string
  readonly marks: readonly string[]
  readonly maximum: number
}) {
  const lines = abridgedJson(readBody(props.body), props.marks, props.maximum)
  return (
    <div class="stage-json" role="group" aria-label={props.label}>
      {lines.map(({ depth, name, text, kind, marked }, index) => {
        const line = (
          <>
            {name === undefined ? null : <span class="stage-name">{name}: </span>}
            <span class={`stage-${kind}`}>
              <Breakable text={text} />
            </span>
          </>
        )
        return (
          <div key={index} class={`stage-json-line stage-depth-${Math.min(depth, 6)}`}>
            {marked ? <mark>{line}</mark> : line}
          </div>
        )
      })}
    </div>
  )
}
