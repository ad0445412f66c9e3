/** Copies a request as a program or as a step of a scenario, and shows what was copied. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import { useEffect, useState } from 'preact/hooks'
import { exchangeStep, stepText } from '../../../scenario/timeline/exchange-step.ts'
import { snippetRequest } from '../../../snippets/recorded.ts'
import { SNIPPET_LANGUAGES, snippetOf } from '../../../snippets/snippet.ts'
import { backend } from '../../calls/backend.ts'
import { showToast } from '../../state/store.ts'
import { Button, Code, Problem } from '../../ui/parts.tsx'

const FORMS = [...SNIPPET_LANGUAGES, 'scenario step'] as const
type Form = (typeof FORMS)[number]

interface Copied {
  readonly form: Form
  readonly text: string
  /** Why there is no text. */
  readonly problem?: string
}

export function CopyAs({ exchange }: { readonly exchange: ExchangeDetails }) {
  const [copied, setCopied] = useState<Copied | undefined>(undefined)
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), 1500)
    return () => clearTimeout(timer)
  }, [isFresh])
  const copy = async (form: Form) => {
    const made = written(form, exchange)
    setCopied(made)
    if (made.problem !== undefined) return
    try {
      await navigator.clipboard.writeText(made.text)
      setFresh(true)
    } catch {
      showToast('warn', 'The browser does not let this page copy. Copy the text below the buttons.')
    }
  }
  return (
    <section class="copy-as" aria-label="Copy as">
      <div class="row">
        <span class="field-label">Copy as</span>
        <div class="segments">
          {FORMS.map((form) => {
            const isDone = isFresh && copied?.form === form
            return (
              <Button
                key={form}
                label={isDone ? 'Copied' : `Copy as ${form}`}
                pressed={copied?.form === form}
                onPress={() => copy(form)}
              >
                {isDone ? 'Copied' : form}
              </Button>
            )
          })}
        </div>
      </div>
      {copied === undefined ? null : copied.problem === undefined ? (
        <>
          {backend.isInPage && copied.form !== 'scenario step' ? (
            <p class="muted">For a server that reqsim serve has started; this page has none.</p>
          ) : null}
          <Code text={copied.text} label={`The request as ${copied.form}`} />
        </>
      ) : (
        <Problem text={copied.problem} />
      )}
    </section>
  )
}

function written(form: Form, exchange: ExchangeDetails): Copied {
  if (form !== 'scenario step')
    return { form, text: snippetOf(form, snippetRequest(exchange, backend.address)) }
  const step = exchangeStep(exchange)
  return typeof step === 'string'
    ? { form, text: '', problem: `It cannot become a step: ${step}.` }
    : { form, text: stepText(step) }
}
