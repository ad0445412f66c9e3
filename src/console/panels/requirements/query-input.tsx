/** The input of a query: a combobox with completions at the caret and the position of an error. */
import type { QueryNames } from '../../../control/responses/requirements.ts'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { control, query } from '../../calls/api.ts'
import { useThrottledLive, useDebounced } from '../../live/throttled.ts'
import { type Completion, completionKey, CompletionList } from '../../ui/completion-list.tsx'
import { accept, complete, namesRequestAt, NO_NAMES } from './completion.ts'
import { splitAt } from './error-place.ts'
import type { QueryReading } from './types.ts'
import { unknownProperties } from './unknown-names.ts'

const LIST = 'query-completions'

export function QueryInput(props: {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Parameters that select the site and space of the names. */
  readonly place: Readonly<Record<string, string | number | undefined>>
  /** The result for the typed query, or for the one before it. */
  readonly reading: QueryReading | undefined
}) {
  const { value, onChange, reading } = props
  const isCurrent = reading?.query === value
  const error = reading?.response.error
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState(value.length)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const wanted = useRef<number | undefined>(undefined)
  const names = useNames(value, caret, props.place)
  const { from, items } = complete(value, Math.min(caret, value.length), names)
  const shown = open && items.length > 0
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    input.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = undefined
  })

  const take = (item: Completion) => {
    const taken = accept(value, caret, { from, item })
    wanted.current = taken.position
    setCaret(taken.position)
    setActive(-1)
    onChange(taken.text)
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const outcome = completionKey(event, { shown, count: items.length, active, typing: from < caret })
    if (outcome === undefined) return
    event.preventDefault()
    if (outcome.take !== undefined) take(items[outcome.take] as Completion)
    if (outcome.open !== undefined) setOpen(outcome.open)
    if (outcome.active !== undefined) setActive(outcome.active)
  }
  const follow = () => setCaret(input.current?.selectionStart ?? value.length)

  return (
    <div class="query">
      <label class="field-label" for="query-text">
        Query (Ctrl+Space completes)
      </label>
      <input
        ref={input}
        id="query-text"
        class="query-text mono"
        type="text"
        role="combobox"
        spellcheck={false}
        autocomplete="off"
        placeholder="key ~ 'REQ-%' AND @Priority = 'High'"
        value={value}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={LIST}
        aria-activedescendant={shown && active >= 0 ? `${LIST}-${active}` : undefined}
        aria-invalid={isCurrent && error !== undefined}
        aria-describedby="query-reading"
        onInput={(event) => {
          setOpen(true)
          setActive(-1)
          onChange(event.currentTarget.value)
          follow()
        }}
        onSelect={follow}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      <CompletionList id={LIST} items={shown ? items : []} active={active} onTake={take} />
      <div id="query-reading" class={`query-reading ${isCurrent ? '' : 'is-stale'}`} role="status">
        {error === undefined ? (
          <span class="muted">
            {reading?.response.explanation ?? ''}
            {isCurrent && reading?.response.total === 0
              ? unknownProperties(value, names).map(({ name, nearest }) => (
                  <strong key={name}>
                    {' '}
                    No requirement here has a property {name}
                    {nearest === undefined ? '.' : `: did you mean ${nearest}?`}
                  </strong>
                ))
              : null}
          </span>
        ) : (
          <Misread text={reading?.query ?? ''} error={error} />
        )}
      </div>
    </div>
  )
}

/** The query with the position of the error underlined, and the message. */
function Misread({
  text,
  error,
}: {
  readonly text: string
  readonly error: { position: number; message: string }
}) {
  const { before, place, after } = splitAt(text, error.position)
  return (
    <span class="query-misread">
      <span class="mono">
        {before}
        <mark class="query-error">{place}</mark>
        {after}
      </span>{' '}
      <span>{error.message}</span>
    </span>
  )
}

function useNames(
  text: string,
  caret: number,
  place: Readonly<Record<string, string | number | undefined>>,
): QueryNames {
  const request = namesRequestAt(text, Math.min(caret, text.length))
  const path = `/query/names${query({ ...place, ...request })}`
  // The completion filters names by prefix. Names of another property or site would be wrong.
  const subject = JSON.stringify([place, request.property])
  const settled = useDebounced(JSON.stringify([path, subject]), 120)
  const { latest } = useThrottledLive(settled, async (signal) => {
    const [from, of] = JSON.parse(settled) as [path: string, subject: string]
    return { names: await control<QueryNames>(from, { signal }), subject: of }
  })
  return latest?.subject === subject ? latest.names : NO_NAMES
}
