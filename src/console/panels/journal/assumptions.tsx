/** Assumptions by number and title. */
import { useAssumptions } from '../../catalogue.ts'

export function AssumptionList({ ids }: { readonly ids: readonly string[] }) {
  const ledger = useAssumptions()
  if (ids.length === 0) return <span class="muted">none</span>
  return (
    <ul class="plain-list">
      {ids.map((id) => {
        const entry = ledger.data?.get(id)
        return (
          <li key={id} title={entry?.behaviour}>
            <span class="mono">{id}</span> {entry?.title ?? ''}
            {entry?.general === true ? <span class="muted"> (general)</span> : null}
          </li>
        )
      })}
    </ul>
  )
}
