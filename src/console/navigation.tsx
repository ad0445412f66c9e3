/** The panels by their groups: beside the panel, or behind a button of the header in a narrow window. */
import { useEffect, useRef } from 'preact/hooks'
import type { Panel } from './panels/panel.ts'
import { groups, panels } from './panels/registry.ts'
import { href } from './state/route.ts'
import { Icon } from './ui/icon.tsx'
import { hasMenu } from './ui/narrow.ts'

const ID = 'navigation'

/** Opens the menu; absent where the names of the panels stand beside the current one. */
export function MenuButton() {
  if (!hasMenu.value) return null
  return (
    <button type="button" class="button" popovertarget={ID} aria-label="Panels" title="Go to another panel">
      <Icon name="menu" />
    </button>
  )
}

export function Navigation(props: {
  readonly current: Panel | undefined
  readonly onSelectCurrent: () => void
}) {
  const { current, onSelectCurrent } = props
  const nav = useRef<HTMLElement>(null)
  const isMenu = hasMenu.value
  useEffect(() => {
    if (isMenu) nav.current?.hidePopover()
  }, [current, isMenu])
  const selectCurrent = () => {
    if (isMenu) nav.current?.hidePopover()
    onSelectCurrent()
  }
  return (
    <nav
      key={String(isMenu)}
      ref={nav}
      id={ID}
      class={isMenu ? 'nav nav-menu' : 'nav'}
      popover={isMenu ? 'auto' : undefined}
      aria-label="Panels"
    >
      {groups.map((group) => (
        <div key={group} class="nav-group" role="group" aria-label={group}>
          <span class="nav-title" aria-hidden="true">
            {group}
          </span>
          {panels
            .filter((one) => one.group === group)
            .map((one) => (
              <a
                key={one.id}
                href={href(one.id)}
                aria-current={one === current ? 'page' : undefined}
                onClick={one === current ? selectCurrent : undefined}
              >
                <Icon name={one.icon} />
                {one.title}
              </a>
            ))}
        </div>
      ))}
    </nav>
  )
}
