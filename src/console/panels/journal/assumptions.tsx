/** Assumptions by number and title. General ones, which shape nearly every response, are collapsed. */
import type { AssumptionEntry } from '../../../control/responses/catalogue.ts'
import { useAssumptions } from '../../calls/catalogue.ts'
import { DocsLink } from '../../ui/docs-link.tsx'
import { ProvenanceBadge } from '../../ui/provenance.tsx'

/** Assumptions shown without expanding. */
const MAXIMUM_UNFOLDED = 6

export function AssumptionList({ ids }: { readonly ids: readonly string[] }) {
  const ledger = useAssumptions().data
  const own = ids.filter((id) => ledger?.get(id)?.general !== true)
  const general = ids.filter((id) => ledger?.get(id)?.general === true)
  if (ids.length === 0) return <span class="muted">none</span>
  return (
    <>
      {own.length > MAXIMUM_UNFOLDED ? (
        <Folded title={`${own.length} specific`} ids={own} ledger={ledger} />
      ) : (
        <Titles ids={own} ledger={ledger} />
      )}
      {general.length === 0 ? null : (
        <Folded title={`${general.length} general`} ids={general} ledger={ledger} />
      )}
    </>
  )
}

interface Listed {
  readonly ids: readonly string[]
  readonly ledger: ReadonlyMap<string, AssumptionEntry> | undefined
}

function Folded({ title, ...listed }: Listed & { readonly title: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <Titles {...listed} />
    </details>
  )
}

function Titles({ ids, ledger }: Listed) {
  return (
    <ul class="plain-list">
      {ids.map((id) => (
        <AssumptionTitle key={id} id={id} entry={ledger?.get(id)} />
      ))}
    </ul>
  )
}

/** A title whose tooltip gives the behaviour and its evidence. */
function AssumptionTitle({
  id,
  entry,
}: {
  readonly id: string
  readonly entry: AssumptionEntry | undefined
}) {
  const shown = (entry?.evidence ?? []).map(
    ({ fact, degree, shownBy }) => `Observed, ${degree}: ${fact} (${shownBy})`,
  )
  return (
    <li title={[entry?.behaviour ?? '', ...shown].join('\n')}>
      <span class="mono">{id}</span> {entry?.title ?? ''}{' '}
      {entry === undefined ? null : <ProvenanceBadge {...entry} />}
      <DocsLink topic={id} of={id} />
    </li>
  )
}
