/** Copies a recorded request as a program or as a step of a scenario, and shows what was copied. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import { exchangeStep, stepText } from '../../../scenario/timeline/exchange-step.ts'
import { snippetRequest } from '../../../snippets/recorded.ts'
import { SNIPPET_LANGUAGES, snippetOf } from '../../../snippets/snippet.ts'
import { backend } from '../../calls/backend.ts'
import { CopyForms, type Written } from '../../ui/copy-forms.tsx'

const FORMS = [...SNIPPET_LANGUAGES, 'scenario step'] as const

export function CopyAs({ exchange }: { readonly exchange: ExchangeDetails }) {
  return <CopyForms forms={FORMS} write={(form) => written(form, exchange)} />
}

function written(form: (typeof FORMS)[number], exchange: ExchangeDetails): Written {
  if (form !== 'scenario step') return { text: snippetOf(form, snippetRequest(exchange, backend.address)) }
  const step = exchangeStep(exchange)
  return typeof step === 'string'
    ? { text: '', problem: `It cannot become a step: ${step}.` }
    : { text: stepText(step), needsNoServer: true }
}
