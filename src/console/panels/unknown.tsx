/** What is shown for an address of no panel. */
import { nearestName } from '../../world/nearest.ts'
import { href } from '../state/route.ts'
import { Card } from '../ui/parts.tsx'
import { panels } from './registry.ts'

const MAXIMUM_SHOWN = 60

/** `id` is what the address has in place of a panel's name. */
export function UnknownPanel({ id }: { readonly id: string }) {
  const nearest = nearestPanel(id)
  const overview = panels[0]
  return (
    <Card title="No panel has this address">
      <p role="alert">
        There is no panel <b>{id.length > MAXIMUM_SHOWN ? `${id.slice(0, MAXIMUM_SHOWN)}…` : id}</b>.{' '}
        {nearest === undefined ? null : (
          <>
            Did you mean <a href={href(nearest.id)}>{nearest.title}</a>?
          </>
        )}
      </p>
      {overview === undefined || overview === nearest ? null : (
        <p>
          <a href={href(overview.id)}>Go to {overview.title}</a>
        </p>
      )}
    </Card>
  )
}

/** The panel whose name in the address, or whose title, is nearest. */
function nearestPanel(id: string) {
  const names = new Map(
    panels.flatMap((panel) => [
      [panel.title.toLowerCase(), panel],
      [panel.id, panel],
    ]),
  )
  return names.get(nearestName(id.toLowerCase(), names.keys()) ?? '')
}
