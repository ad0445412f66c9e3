/** The completions of a combobox, and the keys that choose among them. */
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface Completion {
  /** The text to insert. */
  readonly text: string
  /** Its description. */
  readonly detail: string
}

/** `id` is that of the list; its options have it with their position. */
export function CompletionList(props: {
  readonly id: string
  readonly items: readonly Completion[]
  readonly active: number
  readonly onTake: (item: Completion) => void
}) {
  const { id } = props
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    list.current?.children[props.active]?.scrollIntoView({ block: 'nearest' })
  }, [props.active])
  return (
    <ul
      ref={list}
      id={id}
      class="query-list"
      role="listbox"
      aria-label="Completions"
      hidden={props.items.length === 0}
    >
      {props.items.map((item, index) => (
        <li
          key={item.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === props.active}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onTake(item)}
        >
          <span class="mono">{item.text}</span>{' '}
          <span class="muted">{item.detail === item.text ? '' : item.detail}</span>
        </li>
      ))}
    </ul>
  )
}

interface Outcome {
  readonly take?: number
  readonly open?: boolean
  readonly active?: number
}

/** What a key does in the list; undefined if the input handles it. */
export function completionKey(
  event: KeyboardEvent,
  list: {
    readonly shown: boolean
    readonly count: number
    readonly active: number
    /** Whether Tab takes the first completion, because one was typed. */
    readonly typing: boolean
  },
): Outcome | undefined {
  const { shown, count, active, typing } = list
  switch (event.key) {
    case 'ArrowDown':
      return shown ? { active: (active + 1) % count } : { open: true, active: 0 }
    case 'ArrowUp':
      return shown ? { active: (Math.max(active, 0) + count - 1) % count } : undefined
    case ' ':
      return event.ctrlKey ? { open: true, active: -1 } : undefined
    case 'Escape':
      return shown ? { open: false, active: -1 } : undefined
    case 'Enter':
      return shown && active >= 0 ? { take: active } : { open: false }
    case 'Tab': {
      // Only after a completion was typed or selected. Otherwise Tab leaves the field as usual.
      const takes = shown && !event.shiftKey && (active >= 0 || typing)
      return takes ? { take: Math.max(active, 0) } : undefined
    }
    default:
      return undefined
  }
}
