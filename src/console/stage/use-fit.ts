/** Scales a slide so that it fills the height of the window: few words are large, many are as large as they can be. */
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

const phone = matchMedia('(max-width: 700px)')

const MINIMUM_SCALE = 0.7
const MAXIMUM_SCALE = 1.7
/** Each try halves the range. */
const TRIES = 7
/** The words of a scene. A drawing follows its place, and is no reason to keep them small. */
const WORDS = '.stage-part *:not(.stage-drawing-place, .stage-drawing-place *)'
/** A drawing that takes another layout changes the height again; it may do so a few times. */
const MAXIMUM_ROUNDS = 4

/** Fits again for another `slide`, and when the window changes. In a window as narrow as a phone the page scrolls. */
export function useFit(place: RefObject<HTMLElement | null>, slide: unknown): void {
  useLayoutEffect(() => {
    const { current: content } = place
    const frame = content?.parentElement
    if (content === null || frame === null || frame === undefined) return undefined
    let rounds = 0
    let size = ''
    const fit = () => {
      const now = `${frame.clientWidth} ${frame.clientHeight}`
      rounds = now === size ? rounds + 1 : 0
      size = now
      if (rounds < MAXIMUM_ROUNDS) fitInto(content, frame)
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(frame)
    observer.observe(content)
    return () => observer.disconnect()
  }, [slide])
}

function fitInto(content: HTMLElement, frame: HTMLElement): void {
  const { style } = content
  style.setProperty('zoom', '1')
  if (phone.matches) return
  const { paddingTop, paddingBottom } = getComputedStyle(frame)
  const room = frame.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  let [low, high] = [MINIMUM_SCALE, MAXIMUM_SCALE]
  for (let tries = 0; tries < TRIES; tries++) {
    const middle = (low + high) / 2
    style.setProperty('zoom', String(middle))
    const fits = content.getBoundingClientRect().height <= room && !isTooWide(content)
    if (fits) low = middle
    else high = middle
  }
  style.setProperty('zoom', String(low))
}

/** Whether a word is wider than its place. */
function isTooWide(content: HTMLElement): boolean {
  return [content, ...content.querySelectorAll(WORDS)].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  )
}
