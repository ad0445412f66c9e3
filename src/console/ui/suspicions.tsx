/** Why a step may explain a failure, in one word each; the reason is behind it. */
import type { Suspicion } from '../live/past.ts'
import { Badge } from './parts.tsx'

const WORDS: Readonly<Record<Suspicion['kind'], string>> = {
  ignored: 'ignored names',
  unmatched: 'no operation',
  fault: 'fault',
  defect: 'defect',
  refused: 'refused',
  repeated: 'repeated',
  remarked: 'remark',
}

/** Characters of a reason that stands in the list itself. */
const SHORT = 40

export function Suspicions({ of: suspicions = [] }: { readonly of: readonly Suspicion[] | undefined }) {
  return (
    <>
      {suspicions.map(({ kind, reason }, position) => (
        <span key={kind}>
          {position === 0 ? '' : ' '}
          <Badge tone={kind === 'fault' ? 'info' : 'warn'} title={reason}>
            {(kind === 'ignored' || kind === 'remarked') && reason.length <= SHORT ? reason : WORDS[kind]}
          </Badge>
        </span>
      ))}
    </>
  )
}
