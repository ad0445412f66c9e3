/** JSON in colours, which folds and can be searched, by mouse and by keys. */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import {
  foldedText,
  type Folding,
  type JsonLine,
  linesOf,
  openingDepth,
  placesAround,
  placesWith,
  scalarText,
} from '../words/json-tree.ts'
import { countText } from '../words/text.ts'
import { Icon } from './icon.tsx'
import { Button, CopyButton } from './parts.tsx'

/** Lines that are open at first, lines rendered at once, and lines from which a value has a search. */
const OPEN_AT_FIRST = 120
const AT_ONCE = 500
const SEARCHED_FROM = 12
const MAXIMUM_FOUND = 1000
/** Characters rendered of one text. */
const MAXIMUM_LENGTH = 20_000

export interface Annotations {
  /** What stands for a value, such as a link; undefined for the value itself. */
  readonly annotate?: (field: string, value: unknown, text: string) => ComponentChildren
}

export function JsonView(
  props: Annotations & {
    readonly value: unknown
    readonly label: string
  },
) {
  const { value, label } = props
  // A value that changes keeps its folding; for another one, the component has another key.
  const [folding, setFolding] = useState<Folding>(() => foldingOf(value))
  const [wanted, setWanted] = useState('')
  const [position, setPosition] = useState(0)
  const [maximum, setMaximum] = useState(AT_ONCE)
  const [focused, setFocused] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const found = useMemo(() => placesWith(value, wanted.trim(), MAXIMUM_FOUND), [value, wanted])
  const current = found[position % Math.max(1, found.length)]
  const lines = useMemo(() => linesOf(value, folding, maximum + 1), [value, folding, maximum])
  const shown = lines.slice(0, maximum)
  const hasMore = lines.length > maximum
  const whole = useMemo(
    () => linesOf(value, { depth: 99, exceptions: NONE }, SEARCHED_FROM + 1).length,
    [value],
  )

  useEffect(() => {
    if (current === undefined) return
    setFolding((before) => opened(before, placesAround(current)))
  }, [current])
  const place = shown.findIndex(({ path }) => path === current)
  useEffect(() => {
    if (current === undefined) return
    if (place === -1) setMaximum((before) => (hasMore ? before + AT_ONCE : before))
    else box.current?.querySelector('.is-current')?.scrollIntoView({ block: 'nearest' })
  }, [current, place, hasMore])

  const fold = (path: string, open: boolean) =>
    setFolding(({ depth, exceptions }) => ({ depth, exceptions: new Map(exceptions).set(path, open) }))
  const step = (by: number) => {
    if (found.length > 0) setPosition((position + by + found.length) % found.length)
  }
  const focusOn = (path: string) => {
    setFocused(path)
    box.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()
  }
  const press = (event: KeyboardEvent, line: JsonLine) => {
    const next = nextPlace(event.key, shown, line)
    if (next === undefined) return
    event.preventDefault()
    if ('focus' in next) focusOn(next.focus)
    else fold(line.path, next.open)
  }
  const tabStop = shown.some(({ path }) => path === focused) ? focused : ''
  return (
    <div class="json" role="region" aria-label={label}>
      {whole > SEARCHED_FROM ? (
        <div class="json-bar">
          <input
            type="search"
            aria-label={`Find in ${label}`}
            placeholder="Find"
            value={wanted}
            onInput={(event) => {
              setWanted(event.currentTarget.value)
              setPosition(0)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            }}
          />
          {wanted.trim() === '' ? null : (
            <span class="muted" role="status">
              {found.length === 0
                ? 'not found'
                : `${(position % found.length) + 1} of ${foundText(found.length)}`}
            </span>
          )}
          <span class="json-buttons">
            <Button kind="quiet" onPress={() => setFolding({ depth: 99, exceptions: NONE })}>
              Expand all
            </Button>
            <Button kind="quiet" onPress={() => setFolding({ depth: 1, exceptions: NONE })}>
              Collapse all
            </Button>
            <CopyButton kind="quiet" text={() => JSON.stringify(value, undefined, 2)}>
              Copy
            </CopyButton>
          </span>
        </div>
      ) : null}
      <div ref={box} class="json-lines" role="tree" aria-label={label}>
        {shown.map((line) => (
          <Line
            key={line.kind === 'end' ? `end ${line.path}` : line.path}
            line={line}
            annotate={props.annotate}
            wanted={wanted.trim().toLowerCase()}
            isCurrent={line.path === current && line.kind !== 'end'}
            isTabStop={line.path === tabStop}
            onFold={(open) => {
              fold(line.path, open)
              setFocused(line.path)
            }}
            onKey={(event) => press(event, line)}
          />
        ))}
      </div>
      {hasMore ? (
        <Button onPress={() => setMaximum(maximum + AT_ONCE)}>Show {AT_ONCE} more lines</Button>
      ) : null}
    </div>
  )
}

const NONE: ReadonlyMap<string, boolean> = new Map()

function foldingOf(value: unknown): Folding {
  return { depth: openingDepth(value, OPEN_AT_FIRST), exceptions: NONE }
}

function opened({ depth, exceptions }: Folding, places: readonly string[]): Folding {
  return { depth, exceptions: new Map([...exceptions, ...places.map((path) => [path, true] as const)]) }
}

function foundText(count: number): string {
  return count >= MAXIMUM_FOUND ? `${MAXIMUM_FOUND} or more` : String(count)
}

/** What a key does on a line, as in any tree. */
function nextPlace(
  key: string,
  lines: readonly JsonLine[],
  line: JsonLine,
): { readonly focus: string } | { readonly open: boolean } | undefined {
  const stops = lines.filter(({ kind }) => kind !== 'end')
  const index = stops.findIndex(({ path }) => path === line.path)
  const at = (position: number) => ({ focus: stops[position]?.path ?? line.path })
  switch (key) {
    case 'ArrowDown':
      return at(index + 1)
    case 'ArrowUp':
      return at(index - 1)
    case 'Home':
      return at(0)
    case 'End':
      return at(stops.length - 1)
    case 'ArrowRight':
      return line.kind === 'folded' ? { open: true } : line.kind === 'open' ? at(index + 1) : undefined
    case 'ArrowLeft':
      return line.kind === 'open' ? { open: false } : { focus: placesAround(line.path).at(-1) ?? '' }
    case 'Enter':
    case ' ':
      return line.kind === 'open' || line.kind === 'folded' ? { open: line.kind === 'folded' } : undefined
    default:
      return undefined
  }
}

interface LineProps {
  readonly line: JsonLine
  readonly annotate: Annotations['annotate'] | undefined
  readonly wanted: string
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly onFold: (open: boolean) => void
  readonly onKey: (event: KeyboardEvent) => void
}

function Line({ line, annotate, wanted, isCurrent, isTabStop, onFold, onKey }: LineProps) {
  const { kind, depth, field, value, more, path } = line
  const [begin, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const indent = { '--depth': depth }
  const comma = more ? ',' : ''
  if (kind === 'end') {
    return (
      <div class="json-line" role="presentation" style={indent}>
        {end}
        {comma}
      </div>
    )
  }
  const name =
    field === undefined ? null : (
      <>
        <span class="json-name">
          <Marked text={JSON.stringify(field)} wanted={wanted} />
        </span>
        {': '}
      </>
    )
  const folds = kind === 'open' || kind === 'folded'
  return (
    <div
      class={`json-line ${folds ? 'can-fold' : ''} ${isCurrent ? 'is-current' : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={folds ? kind === 'open' : undefined}
      data-path={path}
      tabIndex={isTabStop ? 0 : -1}
      style={indent}
      onClick={folds ? (event) => isLink(event.target) || onFold(kind === 'folded') : undefined}
      onKeyDown={(event) => {
        if (!isLink(event.target)) onKey(event)
      }}
    >
      {folds ? <Icon name={kind === 'open' ? 'opened' : 'closed'} /> : null}
      {name}
      {kind === 'open' ? begin : null}
      {kind === 'empty' ? `${begin}${end}` : null}
      {kind === 'folded' ? (
        <>
          {begin} <span class="muted">{foldedText(value)}</span> {end}
        </>
      ) : null}
      {kind === 'scalar' ? <Scalar line={line} annotate={annotate} wanted={wanted} /> : null}
      {comma}
    </div>
  )
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null
}

function Scalar({ line, annotate, wanted }: Pick<LineProps, 'line' | 'annotate' | 'wanted'>) {
  const { value, field, within } = line
  const whole = scalarText(value)
  const text =
    whole.length > MAXIMUM_LENGTH
      ? `${whole.slice(0, MAXIMUM_LENGTH)}… (${countText(whole.length, 'character')})`
      : whole
  const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word'
  const instead = annotate?.(field ?? within, value, text)
  return <span class={`json-${kind}`}>{instead ?? <Marked text={text} wanted={wanted} />}</span>
}

/** A text with the found parts marked. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }): ComponentChildren {
  const index = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (index === -1) return text
  const end = index + wanted.length
  return (
    <>
      {text.slice(0, index)}
      <mark>{text.slice(index, end)}</mark>
      <Marked text={text.slice(end)} wanted={wanted} />
    </>
  )
}
