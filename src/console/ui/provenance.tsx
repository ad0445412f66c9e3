/** Where a choice of the simulator is known from, and how sure that is. */
import { type CompleteEntry, type Degree, provenanceText } from '../../api/ledger/entry.ts'
import { Badge } from './parts.tsx'

export function ProvenanceBadge({
  provenance,
  degree,
}: {
  readonly provenance: CompleteEntry['provenance']
  readonly degree?: Degree | undefined
}) {
  const isSure = provenance === 'observed' && degree !== undefined && degree !== 'weak'
  return <Badge tone={isSure ? 'info' : 'warn'}>{provenanceText(provenance, degree)}</Badge>
}
