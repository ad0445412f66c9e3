/** The field that filters the list of requests: chips, and text behind them. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Completion, completionKey, CompletionList } from '../../ui/completion-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Button } from '../../ui/parts.tsx'
import {
  chipText,
  NO_FILTER,
  readTyped,
  type RequestFilter,
  splitTyped,
  typedText,
  withChip,
  withoutChip,
} from './filter.ts'
import { completionsOf, type FilterNames } from './filter-completion.ts'

const LIST = 'request-completions'
/** Wall-clock milliseconds without a key before text filters. */
const PAUSE = 250

export function SearchField(props: {
  readonly filter: RequestFilter
  readonly onChange: (filter: RequestFilter) => void
  readonly names: FilterNames
}) {
  const { filter, names } = props
  const [typed, setTyped] = useState(() => typedText(filter.text))
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const field = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const focusNext = useRef<number | undefined>(undefined)
  const latest = useRef(filter)
  const shownText = useRef(filter.text)
  latest.current = filter
  // Another address, such as the one before, brings another text.
  useEffect(() => {
    if (shownText.current === filter.text) return
    shownText.current = filter.text
    setTyped(typedText(filter.text))
    setProblem(undefined)
  }, [filter.text])
  useEffect(() => {
    const timer = setTimeout(() => apply(typed, false), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  const { complete, last } = splitTyped(typed)
  const items = completionsOf(last, names)
  const shown = open && items.length > 0

  const change = (changed: RequestFilter) => {
    shownText.current = changed.text
    latest.current = changed
    props.onChange(changed)
  }
  /** Chips leave the text once they are complete: when a blank follows, or all of them at the end. */
  const apply = (text: string, isEnd: boolean) => {
    const { complete, last } = splitTyped(text)
    const read = readTyped(isEnd ? text : complete)
    const whole = readTyped(text)
    const found = read.problem ?? (/:./.test(last) ? whole.problem : undefined)
    setProblem(found)
    if (found !== undefined) return
    // A timer may be older than the filter.
    const { chips, text: before } = latest.current
    const next = read.chips.reduce(withChip, { chips, text: whole.text })
    if (read.chips.length > 0)
      setTyped(isEnd ? typedText(whole.text) : [typedText(read.text), last].filter(Boolean).join(' '))
    if (read.chips.length > 0 || next.text !== before) change(next)
  }
  const take = ({ text }: Completion) => {
    const isName = text.endsWith(':')
    const next = complete + text
    setActive(-1)
    setOpen(isName)
    if (isName) setTyped(next)
    else apply(next, true)
    input.current?.focus()
  }
  const remove = (position: number) => {
    focusNext.current = Math.min(position, filter.chips.length - 2)
    change(withoutChip(filter, position))
  }
  /** Focuses the button of a chip, or else the text. */
  const focusChip = (position: number) => {
    const buttons = field.current?.querySelectorAll<HTMLElement>('.chip button') ?? []
    const chip = position < 0 ? undefined : buttons[position]
    ;(chip ?? input.current)?.focus()
  }
  // The button of the chip that was removed took the focus with it.
  useLayoutEffect(() => {
    if (focusNext.current === undefined) return
    focusChip(focusNext.current)
    focusNext.current = undefined
  }, [filter.chips.length])
  const press = (event: KeyboardEvent) => {
    const isAtStart = input.current?.selectionStart === 0 && input.current.selectionEnd === 0
    if (isAtStart && filter.chips.length > 0 && (event.key === 'Backspace' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      if (event.key === 'ArrowLeft') focusChip(filter.chips.length - 1)
      else change(withoutChip(filter, filter.chips.length - 1))
      return
    }
    const outcome = completionKey(event, { shown, count: items.length, active, typing: false })
    if (outcome === undefined) return
    event.preventDefault()
    const taken = outcome.take === undefined ? undefined : items[outcome.take]
    if (taken !== undefined) take(taken)
    else if (event.key === 'Enter') apply(typed, true)
    if (outcome.open !== undefined) setOpen(outcome.open)
    if (outcome.active !== undefined) setActive(outcome.active)
  }
  const pressOnChip = (event: KeyboardEvent, position: number) => {
    if (event.key === 'Backspace' || event.key === 'Delete') remove(position)
    else if (event.key === 'ArrowLeft') focusChip(Math.max(0, position - 1))
    else if (event.key === 'ArrowRight') focusChip(position + 1 === filter.chips.length ? -1 : position + 1)
    else return
    event.preventDefault()
  }
  const isNarrowed = filter.chips.length > 0 || typed !== ''

  return (
    <form
      ref={field}
      class="search"
      role="search"
      aria-label="Filter requests"
      onSubmit={(event) => event.preventDefault()}
    >
      {/* A press beside the text is one into it. */}
      <div
        class="search-field"
        onClick={({ target, currentTarget }) => target === currentTarget && input.current?.focus()}
      >
        <Icon name="search" />
        {filter.chips.map((chip, position) => (
          <span key={chipText(chip)} class="chip">
            <span class="mono">{chipText(chip)}</span>
            <button
              type="button"
              aria-label={`Remove ${chipText(chip)}`}
              onClick={() => remove(position)}
              onKeyDown={(event) => pressOnChip(event, position)}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          type="text"
          role="combobox"
          spellcheck={false}
          autocomplete="off"
          aria-label="Search requests"
          placeholder={
            filter.chips.length > 0 ? '' : 'Text of a path or a body, or status:4xx, user:alice, is:ignored …'
          }
          value={typed}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={LIST}
          aria-activedescendant={shown && active >= 0 ? `${LIST}-${active}` : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby="request-filter-problem"
          onInput={({ currentTarget: { value } }) => {
            setOpen(true)
            setActive(-1)
            setTyped(value)
            if (/\s$/.test(value)) apply(value, false)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onBlur={() => {
            setOpen(false)
            apply(typed, readTyped(typed).problem === undefined)
          }}
        />
        {isNarrowed ? (
          <Button
            kind="quiet"
            onPress={() => {
              setTyped('')
              setProblem(undefined)
              change(NO_FILTER)
              input.current?.focus()
            }}
          >
            Clear filter
          </Button>
        ) : null}
      </div>
      <CompletionList id={LIST} items={shown ? items : []} active={active} onTake={take} />
      <p id="request-filter-problem" class="search-problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
