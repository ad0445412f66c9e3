/** The drawing of a graph: arrows below, boxes of HTML above. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Box, Size } from './graph-layout.ts'

export interface DrawnArrow {
  readonly id: string
  readonly path: string
  /** Thicker, in the colour of the accent. */
  readonly isMarked: boolean
}

/** The CSS length of a number of pixels: of the screen, or of letters of 16. */
export type Length = (pixels: number) => string

export function pixels(number: number): string {
  return `${number}px`
}

/**
 * A scaled drawing. `children` are placed by `placeOf`. With `maximumScale` its space follows the width of its place at once,
 * and `scale` may come later.
 */
export function Drawing(props: {
  readonly size: Size
  readonly scale: number
  readonly maximumScale?: number
  readonly arrows: readonly DrawnArrow[]
  readonly length: Length
  readonly children: ComponentChildren
}) {
  const { size, scale, maximumScale, arrows, length } = props
  const head = useId()
  return (
    <div
      class="graph-space"
      style={
        maximumScale === undefined
          ? sizeOf({ width: size.width * scale, height: size.height * scale }, length)
          : {
              width: `min(100%, ${length(size.width * maximumScale)})`,
              aspectRatio: `${size.width} / ${size.height}`,
            }
      }
    >
      <div class="graph-drawing" style={{ ...sizeOf(size, length), transform: `scale(${scale})` }}>
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          <ArrowHead id={head} size={10} />
          <ArrowHead id={`${head}-marked`} size={15} class="is-marked" />
          {arrows.map(({ id, path, isMarked }) => (
            <path
              key={id}
              class={`graph-arrow ${isMarked ? 'is-marked' : ''}`}
              d={path}
              marker-end={`url(#${head}${isMarked ? '-marked' : ''})`}
            />
          ))}
        </svg>
        {props.children}
      </div>
    </div>
  )
}

/** `size` is in pixels. */
export function ArrowHead(props: { readonly id: string; readonly size: number; readonly class?: string }) {
  return (
    <marker
      id={props.id}
      viewBox="0 0 10 10"
      refX="9"
      refY="5"
      markerWidth={props.size}
      markerHeight={props.size}
      markerUnits="userSpaceOnUse"
      orient="auto-start-reverse"
    >
      <path class={`graph-head ${props.class ?? ''}`} d="M0,0 L10,5 L0,10 z" />
    </marker>
  )
}

/** The place of a box in a drawing. */
export function placeOf({ x, y, width, height }: Box, length: Length) {
  return {
    left: length(x - width / 2),
    top: length(y - height / 2),
    ...sizeOf({ width, height }, length),
  }
}

function sizeOf({ width, height }: Size, length: Length) {
  return { width: length(width), height: length(height) }
}
