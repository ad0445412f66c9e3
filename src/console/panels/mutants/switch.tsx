/** Puts mutants into the world that is shown, as faults, and shows what they changed. */
import { useState } from 'preact/hooks'
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import type { StepEntry } from '../../../control/responses/past.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import type { Fault } from '../../../control/responses/state.ts'
import { type FaultMutation, isInPlace, isInResponse } from '../../../model/records/world/fault-limits.ts'
import { faultSentence, faultState } from '../../../scenario/faults/sentence.ts'
import { control } from '../../calls/api.ts'
import { useOperations } from '../../calls/catalogue.ts'
import { attempt, useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { useOnce } from '../../state/once.ts'
import { now, world } from '../../state/store.ts'
import { Form, Submit, TextField } from '../../ui/form.tsx'
import { Badge, Button, Card, Empty, Field, Problem, ResponseStatus } from '../../ui/parts.tsx'
import { RecordDifferences } from '../../ui/record-differences.tsx'
import { Select } from '../../ui/select.tsx'
import { Writes } from '../../ui/writes.tsx'
import { Payload } from '../journal/payload.tsx'
import { mistakesOf, type MutationRule, reachedText, ruleOf } from './rule.ts'

/** The latest steps that are searched for the last request that a mutant changed. */
const SEARCHED = 200
/** Faults that are read; a world has at most a thousand. */
const READ = 1000

/** The table with the counts of the mutant itself. */
const FOLDED = ['fault']

function putIn(rule: MutationRule): Promise<unknown> {
  const where = rule.operation === undefined ? 'all operations' : rule.operation
  return attempt(
    `The service now makes the mistake ${rule.mutate} in ${where}`,
    () => control('/faults', { method: 'POST', body: rule }),
    'warn',
  )
}

export function AddButton({ rule, label }: { readonly rule: MutationRule; readonly label: string }) {
  return (
    <Button label={label} title="Adds the fault that makes this mistake" onPress={() => putIn(rule)}>
      Put into the world
    </Button>
  )
}

export function SwitchCard() {
  const { data, error } = useLive(`mutants ${world.value}`, (signal) =>
    control<ListOf<Fault>>(`/faults?limit=${READ}`, { signal }),
  )
  const mutants = (data?.items ?? []).filter(({ mutate }) => mutate !== undefined)
  const lastReached = mutants.findLast(({ struck }) => struck > 0)
  return (
    <Card title="Mutants in this world">
      <Problem text={error} />
      <Writes>
        <AddForm />
      </Writes>
      {data === undefined ? (
        <Empty>Reading…</Empty>
      ) : mutants.length === 0 ? (
        <Empty>
          The service makes no mistake. Choose one above, or put in a survivor of a report; then send
          requests, and see here what changed.
        </Empty>
      ) : (
        <ul class="plain-list mutants">
          {mutants.map((fault) => (
            <MutantInWorld key={fault.id} fault={fault} isOpen={fault === lastReached} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AddForm() {
  const operations = useOperations().data ?? []
  const [operation, setOperation] = useState('')
  const [mistake, setMistake] = useState<FaultMutation>('lost-write')
  const [field, setField] = useState('')
  const method = operations.find(({ id }) => id === operation)?.method
  const mistakes = mistakesOf(method)
  const chosen = mistakes.includes(mistake) ? mistake : (mistakes[0] ?? mistake)
  return (
    <Form label="Put a mutant into the world" onSubmit={() => putIn(ruleOf(chosen, operation, field))}>
      <Field label="Operation" class="stacked wide">
        <input
          value={operation}
          list="mutant-operations"
          placeholder="all"
          autocomplete="off"
          onInput={(event) => setOperation(event.currentTarget.value)}
        />
      </Field>
      <datalist id="mutant-operations">
        {operations.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <Field label="Mistake" class="stacked">
        <Select value={chosen} onChange={setMistake} options={mistakes} />
      </Field>
      {isInPlace(chosen) ? (
        <TextField
          label="Field"
          class="stacked"
          value={field}
          placeholder="the first that changes"
          title="Where in the response, such as results[].key"
          onInput={setField}
        />
      ) : null}
      <Submit>Put into the world</Submit>
    </Form>
  )
}

function MutantInWorld({ fault, isOpen }: { readonly fault: Fault; readonly isOpen: boolean }) {
  const { id, enabled, matched, struck } = fault
  const state = faultState(fault, now.value)
  return (
    <li class="mutant-in-world" aria-label={`Mutant ${id}`}>
      <div class="mutant-head">
        <Badge tone={state === 'on' ? 'bad' : 'neutral'}>{state}</Badge>
        <span class="mutant-sentence">{faultSentence(fault, () => undefined)}</span>
        <Writes>
          <span class="card-actions">
            <Button
              label={`Switch ${enabled ? 'off' : 'on'} mutant ${id}`}
              onPress={() =>
                attempt(`Mutant ${id} is ${enabled ? 'off' : 'on'}`, () =>
                  control(`/faults/${id}`, { method: 'PATCH', body: { enabled: !enabled } }),
                )
              }
            >
              {enabled ? 'Switch off' : 'Switch on'}
            </Button>
            <Button
              kind="danger"
              label={`Remove mutant ${id}`}
              onPress={() =>
                attempt(`Mutant ${id} is removed`, () => control(`/faults/${id}`, { method: 'DELETE' }))
              }
            >
              Remove
            </Button>
          </span>
        </Writes>
      </div>
      <p class={struck === 0 ? 'muted' : undefined}>{reachedText(matched, struck)}</p>
      {struck === 0 ? null : (
        <details open={isOpen}>
          <summary>What it changed last</summary>
          <LastChange fault={fault} />
        </details>
      )}
    </li>
  )
}

/** The last request with the mistake: its response, and the records that it changed. */
function LastChange({ fault }: { readonly fault: Fault }) {
  const { data, latest, error } = useLive(`steps of mutants ${world.value}`, (signal) =>
    control<ListOf<StepEntry>>(`/past?order=newest&limit=${SEARCHED}`, { signal }),
  )
  const steps = (data ?? latest)?.items
  if (steps === undefined) return <Problem text={error} />
  const last = steps.find((step) => step.fault === fault.id)
  if (last === undefined)
    return <p class="muted">The last request that it changed is not among the latest {SEARCHED} steps.</p>
  const isResponse = fault.mutate !== undefined && isInResponse(fault.mutate)
  return <ChangedRequest key={last.step} entry={last} isResponse={isResponse} />
}

function ChangedRequest(props: {
  readonly entry: StepEntry
  /** What is wrong is the response, so that it is shown first. */
  readonly isResponse: boolean
}) {
  const { entry, isResponse } = props
  const { step, method = '', path = '', status, user, exchange } = entry
  const payloads = exchange === undefined ? null : <Payloads number={exchange} isOpen={isResponse} />
  return (
    <section class="mutant-change" aria-label="What it changed last">
      <p class="mono request-line">
        {method} {path}
      </p>
      <div class="row">
        {status === undefined ? null : <ResponseStatus status={status} />}
        <span>by {user ?? 'nobody'}</span>
        {exchange === undefined ? null : <a href={href('journal', exchange)}>Request {exchange}</a>}
        <a href={href('past', step - 1, step)}>Step {step}</a>
      </div>
      {isResponse ? payloads : null}
      <h3>Records that the request changed</h3>
      <RecordDifferences path={`/past/${step - 1}/diff/${step}`} folded={FOLDED} />
      {isResponse ? null : payloads}
    </section>
  )
}

function Payloads({ number, isOpen }: { readonly number: number; readonly isOpen: boolean }) {
  const { data } = useOnce(`exchange ${number}`, () => control<ExchangeDetails>(`/journal/${number}`))
  if (data === undefined) return null
  const { request, answer } = data
  return (
    <>
      <Payload title="Request" headers={request.headers} body={request.body} open={false} />
      <Payload title="Response" headers={answer.headers} body={answer.body} open={isOpen} />
    </>
  )
}
