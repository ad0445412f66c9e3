/** How the response of a request that was sent again differs from the one before. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import { DifferenceTable } from '../../ui/differences.tsx'
import { ResponseStatus } from '../../ui/parts.tsx'
import { jsonDifferences } from '../../words/json-difference.ts'
import { nounText } from '../../words/text.ts'
import { readBody, tellingHeaders } from './request.ts'

export function Comparison(props: {
  readonly before: ExchangeDetails
  readonly after: ExchangeDetails
  readonly href: string
}) {
  const { before, after } = props
  const { differences, more } = jsonDifferences(comparable(before), comparable(after))
  return (
    <section class="replay" aria-label="Sent again">
      <p class="row">
        <span>
          Sent again from <a href={props.href}>request {before.number}</a>: then{' '}
          <ResponseStatus status={before.answer.status} />, now{' '}
          <ResponseStatus status={after.answer.status} />
        </span>
        <strong>
          {differences.length === 0
            ? 'The response is the same.'
            : `${differences.length}${more ? ' and more' : ''} ${nounText(differences.length, 'difference')}`}
        </strong>
      </p>
      {differences.length === 0 ? null : (
        <DifferenceTable
          label="Differences between the two responses"
          before="Then"
          after="Now"
          differences={differences}
        />
      )}
    </section>
  )
}

function comparable({ answer: { status, headers, body } }: ExchangeDetails) {
  return { status, headers: tellingHeaders(headers), body: readBody(body) }
}
