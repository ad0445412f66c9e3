/** Clicks, taps and swipes on a slide. */
import type { TargetedMouseEvent, TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'
import type { StageAction } from './timeline.ts'

/** Pixels of a swipe; less is a tap. */
const SWIPE = 40
/** What takes clicks for itself. */
const CONTROLS = 'a, button, input, select, label, summary, dialog'

/** Pixels by which the pointer may move within a click: more marks a text. */
const MARKING = 8

/**
 * A click or tap is the next step on a slide of a step; a swipe goes on or back on any slide. Without `perform`, nothing
 * happens.
 */
export function useGestures(perform: ((action: StageAction) => void) | undefined, isStep: boolean) {
  const begin = useRef({ x: 0, y: 0 })
  if (perform === undefined) return {}
  const isOfControl = ({ target }: Event) => target instanceof Element && target.closest(CONTROLS) !== null
  const moved = ({ clientX, clientY }: MouseEvent) => [clientX - begin.current.x, clientY - begin.current.y]
  return {
    onPointerDown({ clientX: x, clientY: y }: TargetedPointerEvent<HTMLElement>) {
      begin.current = { x, y }
    },
    onPointerUp(event: TargetedPointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' || !event.isPrimary || isOfControl(event)) return
      const [x = 0, y = 0] = moved(event)
      if (Math.abs(x) >= SWIPE && Math.abs(x) >= 2 * Math.abs(y)) perform(x < 0 ? 'next' : 'back')
    },
    onClick(event: TargetedMouseEvent<HTMLElement>) {
      const isClick = moved(event).every((distance) => Math.abs(distance) <= MARKING)
      if (isStep && isClick && !isOfControl(event)) perform('next')
    },
  }
}
