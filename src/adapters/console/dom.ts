/** Elements of the tools, and how a list is replaced without losing the focus. */

type Attributes = Readonly<Record<string, string | undefined>>
type Child = Node | string

/** An element with attributes and children; attributes without a value are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A button. `data-key` in `attributes` finds it again after its list was replaced. */
export function makeButton(text: string, onPress: () => void, attributes: Attributes = {}): HTMLElement {
  const button = make('button', { type: 'button', ...attributes }, text)
  button.addEventListener('click', onPress)
  return button
}

/** A group with a heading that can receive the focus, such as when the focused button of its list is gone. */
export function makeGroup(title: string, id: string, ...children: readonly Child[]): HTMLElement {
  const heading = make('h2', { id, tabindex: '-1' }, title)
  return make('div', { role: 'group', 'aria-labelledby': id, class: 'group' }, heading, ...children)
}

/**
 * Replaces the children of an element if they changed. If one of them has the focus, its successor with the same `data-key`
 * receives it, or else the heading of the group.
 */
export function replaceContent(parent: HTMLElement, ...children: readonly Child[]): void {
  const next = make('div', {}, ...children)
  if (next.innerHTML === parent.innerHTML) return
  const { activeElement } = parent.getRootNode() as ShadowRoot
  const focused = activeElement !== parent && parent.contains(activeElement) ? activeElement : null
  const key = focused?.getAttribute('data-key') ?? ''
  parent.replaceChildren(...next.childNodes)
  if (focused === null) return
  const successor = parent.querySelector<HTMLElement>(`[data-key="${key}"]`)
  const heading = parent.closest('.group')?.querySelector('h2')
  ;(successor ?? heading)?.focus()
}
