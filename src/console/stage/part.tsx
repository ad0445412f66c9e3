/** A framed part of a scene. */
import type { ComponentChildren } from 'preact'

export function Part(props: {
  readonly title: string
  readonly class?: string
  /** Beside the title. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <section class={`stage-part ${props.class ?? ''}`} aria-label={props.title}>
      <header class="stage-part-head">
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  )
}
