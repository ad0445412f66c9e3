/** Animates a message that moves to another column, unless the user prefers reduced motion. */
import { type RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

const MILLISECONDS = 450

interface Place {
  readonly column: string
  readonly left: number
  readonly top: number
}

/** Watches the elements with `data-message` inside an element. `data-column` names the column of each. */
export function useMoves(lane: RefObject<HTMLElement | null>): void {
  const before = useRef<ReadonlyMap<string, Place>>(new Map())
  useLayoutEffect(() => {
    const container = lane.current
    if (container === null) return
    const origin = container.getBoundingClientRect()
    const places = new Map<string, Place>()
    const elements = [...container.querySelectorAll<HTMLElement>('[data-message]')]
    for (const element of elements) {
      const { left, top } = element.getBoundingClientRect()
      const { message = '', column = '' } = element.dataset
      places.set(message, { column, left: left - origin.left, top: top - origin.top })
    }
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!still) for (const element of elements) glide(element, before.current, places)
    before.current = places
  })
}

function glide(
  element: HTMLElement,
  before: ReadonlyMap<string, Place>,
  places: ReadonlyMap<string, Place>,
): void {
  const id = element.dataset['message'] ?? ''
  const from = before.get(id)
  const to = places.get(id)
  if (from === undefined || to === undefined || from.column === to.column) return
  element.animate(
    [
      { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, zIndex: 1 },
      { transform: 'none', zIndex: 1 },
    ],
    { duration: MILLISECONDS, easing: 'ease-in-out' },
  )
}
