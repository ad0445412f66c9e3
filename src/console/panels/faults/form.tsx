/** The form that adds a fault, with the errors of the server next to their fields. */
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import type { Fault, Queue } from '../../../control/responses/state.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import { useId, useState } from 'preact/hooks'
import { ApiError, control } from '../../calls/api.ts'
import { useOperations } from '../../calls/catalogue.ts'
import { refresh, useLive } from '../../live/live.ts'
import { showToast, world } from '../../state/store.ts'
import { useSites, useUsers } from '../../ui/names.tsx'
import { Field, Problem } from '../../ui/parts.tsx'
import {
  problemsByField,
  type Draft,
  emptyDraft,
  faultOf,
  type FieldPlan,
  FORMS,
  type Kind,
  KINDS,
  type Preset,
  PRESETS,
} from './fields.ts'
import { Form, Submit } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'

const STARTS = [{ id: '', title: 'an empty form' }, ...PRESETS.map(({ title }) => title)]

export function FaultForm() {
  const [start, setStart] = useState('')
  const [kind, setKind] = useState<Kind>('exchange')
  const [draft, setDraft] = useState<Draft>(emptyDraft('exchange'))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const form = FORMS[kind]
  const set = (name: string, value: string) => {
    setDraft((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _corrected, ...others }) => others)
  }
  const begin = ({ title, kind: next, draft: filled }: Preset) => {
    setStart(title)
    setKind(next)
    setDraft(filled)
    setProblems({})
  }
  const empty = (next: Kind) => begin({ title: '', kind: next, draft: emptyDraft(next) })
  const add = async () => {
    try {
      const { id } = await control<Fault>('/faults', { method: 'POST', body: faultOf(kind, draft) })
      showToast('warn', `Fault ${id} is on`)
      empty(kind)
    } catch (error) {
      const messages = error instanceof ApiError && error.errors.length > 0 ? error.errors : [String(error)]
      const names = [...form.scope, ...form.when, ...form.what].map(({ name }) => name)
      setProblems(problemsByField(messages, names))
    }
    void refresh()
  }
  const group = (title: string, fields: readonly FieldPlan[]) =>
    fields.length === 0 ? null : (
      <fieldset class="fault-group">
        <legend>{title}</legend>
        {fields.map((field) => (
          <FaultField
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            problem={problems[field.name]}
            onInput={(value) => set(field.name, value)}
          />
        ))}
      </fieldset>
    )
  return (
    <>
      <Form class="fault-form" noValidate onSubmit={add}>
        <div class="row">
          <Field label="Start from">
            <Select
              value={start}
              options={STARTS}
              onChange={(chosen) => {
                const preset = PRESETS.find(({ title }) => title === chosen)
                if (preset === undefined) empty(kind)
                else begin(preset)
              }}
            />
          </Field>
          <div class="row" role="radiogroup" aria-label="Target">
            {KINDS.map(({ id, title }) => (
              <label key={id} class="inline">
                <input type="radio" name="fault-kind" checked={kind === id} onChange={() => empty(id)} />
                {title}
              </label>
            ))}
          </div>
        </div>
        {group('Applies to', form.scope)}
        {group('When', form.when)}
        {group('Effect', form.what)}
        <Problem text={problems['']} />
        <div class="row">
          <Submit>Add the fault</Submit>
        </div>
      </Form>
      <KnownNames />
    </>
  )
}

function FaultField(props: {
  readonly field: FieldPlan
  readonly value: string
  readonly problem: string | undefined
  readonly onInput: (value: string) => void
}) {
  const { field, value, problem, onInput } = props
  const id = useId()
  const common = {
    id,
    name: field.name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
  }
  return (
    <div class={`fault-field ${field.type === 'tick' ? 'is-tick' : ''}`}>
      <label for={id} class="field-label">
        {field.label}
      </label>
      {field.type === 'choice' ? (
        <select {...common} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
          <option value="">{field.hint ?? 'any'}</option>
          {field.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {choice === '*' ? '* (both)' : choice}
            </option>
          ))}
        </select>
      ) : field.type === 'tick' ? (
        <input
          {...common}
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => onInput(event.currentTarget.checked ? 'true' : '')}
        />
      ) : (
        <input
          {...common}
          value={value}
          placeholder={field.hint}
          list={field.names === undefined ? undefined : `fault-${field.names}`}
          inputMode={field.type === 'number' ? 'decimal' : undefined}
          autocomplete="off"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The values that the fields complete from. */
function KnownNames() {
  const operations = useOperations().data ?? []
  const groups = [...new Set(operations.map(({ id }) => `${id.split('.').slice(0, 2).join('.')}.*`))]
  const sites = useSites().filter(({ type }) => type !== 'STANDALONE')
  const { data: spaces } = useLive(`spaces ${world.value}`, (signal) =>
    control<ListOf<ContainerRecord>>('/state/container?type=SPACE&limit=200', { signal }),
  )
  const { data: queues } = useLive(`services ${world.value}`, (signal) =>
    control<ListOf<Queue>>('/queues', { signal }),
  )
  const lists = {
    operations: [...operations.map(({ id }) => id), ...groups],
    users: useUsers(),
    sites: sites.map(({ name }) => name),
    spaces: ['*', ...(spaces?.items.flatMap(({ key }) => (key === undefined ? [] : [key])) ?? [])],
    services: queues?.items.map(({ serviceId }) => serviceId) ?? [],
  }
  return (
    <>
      {Object.entries(lists).map(([name, values]) => (
        <datalist key={name} id={`fault-${name}`}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </>
  )
}
