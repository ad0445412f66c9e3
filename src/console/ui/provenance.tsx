/** The provenance of a ledger entry and its degree. */
import { type CompleteEntry, type Degree, provenanceText } from '../../api/ledger/entry.ts'
import { Badge } from './parts.tsx'

export function ProvenanceBadge({
  provenance,
  degree,
}: {
  readonly provenance: CompleteEntry['provenance']
  readonly degree?: Degree | undefined
}) {
  const isCertain = provenance === 'observed' && degree !== undefined && degree !== 'weak'
  return <Badge tone={isCertain ? 'info' : 'warn'}>{provenanceText(provenance, degree)}</Badge>
}
