/** Headers and body of a request or a response. */
import type { RequestHeaders } from '../../../api/framework/exchange.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Code } from '../../ui/parts.tsx'
import { readBody } from './request.ts'
import { countText } from '../../words/text.ts'

/** The most characters shown of a text. */
const MAXIMUM_SHOWN = 60_000

export function Payload(props: {
  readonly title: string
  readonly headers: RequestHeaders
  readonly body: string | undefined
  readonly open?: boolean
}) {
  const { title, headers, body, open = true } = props
  return (
    <details open={open} class="payload">
      <summary>{title}</summary>
      <details>
        <summary class="muted">{countText(Object.keys(headers).length, 'header')}</summary>
        <Code text={headerLines(headers)} label={`${title}: headers`} />
      </details>
      {body === undefined || body === '' ? (
        <p class="muted">No body.</p>
      ) : (
        <Body body={body} label={`${title}: body`} />
      )}
    </details>
  )
}

/** One header a line. */
export function headerLines(headers: RequestHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${[value ?? []].flat().join(', ')}`)
    .join('\n')
}

/** JSON as a tree; other text is unchanged, and truncated if very long. */
function Body({ body, label }: { readonly body: string; readonly label: string }) {
  const read = readBody(body)
  if (typeof read !== 'string') return <JsonView value={read} label={label} />
  const text =
    read.length <= MAXIMUM_SHOWN
      ? read
      : `${read.slice(0, MAXIMUM_SHOWN)}\n… truncated: ${countText(read.length, 'character')} in all`
  return <Code text={text} label={label} />
}
