/** Copies a request in one of several forms, and shows what was copied. */
import { useEffect, useState } from 'preact/hooks'
import { backend } from '../calls/backend.ts'
import { showToast } from '../state/store.ts'
import { Button, Code, Problem } from './parts.tsx'

export interface Written {
  readonly text: string
  /** Why there is no text. */
  readonly problem?: string
  /** It works in a page that has no server, too. */
  readonly needsNoServer?: true
}

export function CopyForms<Form extends string>({
  forms,
  write,
  disabled = false,
}: {
  readonly forms: readonly Form[]
  readonly write: (form: Form) => Written
  readonly disabled?: boolean
}) {
  const [chosen, setChosen] = useState<Form | undefined>(undefined)
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), 1500)
    return () => clearTimeout(timer)
  }, [isFresh])
  const copied = chosen === undefined || disabled ? undefined : write(chosen)
  const copy = async (form: Form) => {
    setChosen(form)
    const { text, problem } = write(form)
    if (problem !== undefined) return
    try {
      await navigator.clipboard.writeText(text)
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
          {forms.map((form) => {
            const isDone = isFresh && chosen === form
            return (
              <Button
                key={form}
                label={isDone ? 'Copied' : `Copy as ${form}`}
                pressed={chosen === form}
                disabled={disabled}
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
          {backend.isInPage && copied.needsNoServer !== true ? (
            <p class="muted">For a server that reqsim serve has started; this page has none.</p>
          ) : null}
          <Code text={copied.text} label={`The request as ${chosen}`} />
        </>
      ) : (
        <Problem text={copied.problem} />
      )}
    </section>
  )
}
