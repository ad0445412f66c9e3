/** Headers and body of a request or a response. */
import { Json } from '../../ui/parts.tsx'
import { readBody } from './request.ts'
import { countText } from '../../words/text.ts'

/** The most characters shown of a body. */
const MOST = 60_000

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export function Payload(props: {
  readonly title: string
  readonly headers: Headers
  readonly body: string | undefined
  readonly open?: boolean
}) {
  const { title, headers, body, open = true } = props
  return (
    <details open={open} class="payload">
      <summary>{title}</summary>
      <details>
        <summary class="muted">{countText(Object.keys(headers).length, 'header')}</summary>
        <Json value={headerLines(headers)} label={`${title}: headers`} />
      </details>
      {body === undefined || body === '' ? (
        <p class="muted">No body.</p>
      ) : (
        <Json value={prettyBody(body)} label={`${title}: body`} />
      )}
    </details>
  )
}

/** One header a line. */
export function headerLines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${[value ?? []].flat().join(', ')}`)
    .join('\n')
}

/** JSON is indented, other text is unchanged; both are truncated if very long. */
export function prettyBody(body: string): string {
  const read = readBody(body)
  const text = typeof read === 'string' ? read : JSON.stringify(read, undefined, 2)
  if (text.length <= MOST) return text
  return `${text.slice(0, MOST)}\n… truncated: ${countText(text.length, 'character')} in all`
}
