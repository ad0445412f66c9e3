/** Adds, changes and deletes a record: by an operation of the service if there is one, else by the control API. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { TableEntry, TableField } from '../../../control/responses/state.ts'
import { useState } from 'preact/hooks'
import { actorNow } from '../../calls/acting.ts'
import { control, query } from '../../calls/api.ts'
import { useOperations } from '../../calls/catalogue.ts'
import { refresh } from '../../live/live.ts'
import { goTo, href } from '../../state/route.ts'
import { useOnce } from '../../state/once.ts'
import { showToast } from '../../state/store.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { DocsLink } from '../../ui/docs-link.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { useUsers } from '../../ui/names.tsx'
import { Button, Dialog, Empty, Field, Problem } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Writes } from '../../ui/writes.tsx'
import { FieldInput } from './field-input.tsx'
import { textOf, valuesOf } from './field-text.ts'
import type { Action } from './operations/declaration.ts'
import { placeOf } from './operations/place.ts'
import { operationsFor, type RecordOperation } from './operations/record-operation.ts'
import { sendOperation } from './operations/send.ts'
import { addressOf, keyOfRecord, type StoredRecord } from './references.ts'

interface Editing {
  readonly entry: TableEntry
  readonly region: string
  /** Absent for a new record. */
  readonly record?: StoredRecord | undefined
}

/** The field that the control API writes itself, from the HTML of the record. */
const DERIVED = 'requirement text'

const WORDS = { add: 'Add a record', change: 'Change', delete: 'Delete' } as const

function titleOf(action: Action, table: string): string {
  const titles = {
    add: `Add a record to ${table}`,
    change: `Change this ${table}`,
    delete: `Delete this ${table}`,
  }
  return titles[action]
}

/** Buttons for tables of a region; those of the world itself have panels of their own. */
export function EditButtons({ actions, ...editing }: Editing & { readonly actions: readonly Action[] }) {
  const [action, setAction] = useState<Action>()
  const { store, table } = editing.entry
  if (store === 'system' || table === 'sequence') return null
  return (
    <Writes>
      {actions.map((each) => (
        <Button
          key={each}
          kind={each === 'delete' ? 'danger' : 'plain'}
          label={titleOf(each, table)}
          onPress={() => setAction(each)}
        >
          {WORDS[each]}…
        </Button>
      ))}
      {action === undefined ? null : (
        <EditDialog {...editing} action={action} onClose={() => setAction(undefined)} />
      )}
    </Writes>
  )
}

function EditDialog(props: Editing & { readonly action: Action; readonly onClose: () => void }) {
  const { entry, region, record, action, onClose } = props
  const wikiId = useSelfHostedWiki(region)
  const operations = useOperations()
  const fields = useOnce(`fields of ${entry.table} ${region}`, () =>
    control<ListOf<TableField>>(`/state/${entry.table}/fields?region=${region}`),
  )
  const key = record === undefined ? '' : keyOfRecord(entry, record)
  const place = useOnce(`place of ${entry.table} ${key} ${region}`, () =>
    record === undefined ? Promise.resolve({}) : placeOf(entry.table, record, region),
  )
  const title = titleOf(action, entry.table)
  const error = fields.error ?? operations.error ?? place.error
  if (
    fields.data === undefined ||
    operations.data === undefined ||
    place.data === undefined ||
    wikiId === undefined
  )
    return (
      <Dialog title={title} onClose={onClose}>
        {error === undefined ? <Empty>Reading …</Empty> : <Problem text={error} />}
      </Dialog>
    )
  const found = operationsFor(entry.table, action, record, {
    region,
    wikiId,
    fields: fields.data.items,
    operations: operations.data,
    place: place.data,
  })
  const given = fields.data.items.filter(({ name }) => `${entry.table} ${name}` !== DERIVED)
  return (
    <Dialog title={title} onClose={onClose}>
      <EditForm {...props} fields={given} operations={found} />
    </Dialog>
  )
}

/** The wiki that the operations serve: 0 for none, undefined before it is known. */
function useSelfHostedWiki(region: string): number | undefined {
  const { data } = useOnce(`self-hosted wiki of ${region}`, () =>
    control<ListOf<{ id: number }>>(
      `/state/application${query({ region, type: 'CONFLUENCE', selfHosted: 'true', limit: 1 })}`,
    ),
  )
  return data === undefined ? undefined : (data.items[0]?.id ?? 0)
}

function EditForm(
  props: Editing & {
    readonly action: Action
    readonly fields: readonly TableField[]
    readonly operations: readonly RecordOperation[]
    readonly onClose: () => void
  },
) {
  const { entry, region, record, action, fields, operations, onClose } = props
  const route = `${action === 'delete' ? 'DELETE' : 'PUT'} /_sim/state/${entry.table}`
  const [way, setWay] = useState(operations[0]?.id ?? route)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const chosen = operations.find(({ id }) => id === way)
  const inputs = chosen?.inputs ?? (action === 'delete' ? [] : fields)
  const initial = chosen?.initial ?? record ?? {}
  const send = async () => {
    setProblem(undefined)
    try {
      const values = valuesOf(inputs, initial, texts)
      const user = chosen?.actor ?? actorNow()
      const done = chosen === undefined ? undefined : await sendOperation(chosen, values, { user, region })
      const made = chosen === undefined ? await sendToTable({ ...props, values }) : undefined
      onClose()
      void refresh()
      if (action === 'delete') goTo('tables', entry.table)
      else if (made !== undefined) goTo('tables', entry.table, addressOf(entry, made), region)
      const request =
        done === undefined ? undefined : { text: `Request ${done}`, href: href('journal', done) }
      showToast('good', `${entry.table} ${DONE[action]} by ${way}`, request)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Form class="edit-text" label={`${entry.table} record`} onSubmit={send}>
      <Way
        way={way}
        operations={operations}
        route={route}
        region={region}
        onChoose={(next) => {
          setWay(next)
          setProblem(undefined)
        }}
      />
      {inputs.map((field) => (
        <FieldInput
          key={`${way} ${field.name}`}
          field={field}
          text={texts[field.name] ?? textOf(field, initial[field.name])}
          onInput={(text) => setTexts({ ...texts, [field.name]: text })}
        />
      ))}
      <Problem text={problem} />
      <div class="row">
        <Submit>{WORDS[action]}</Submit>
        <Button onPress={onClose}>Cancel</Button>
        <span class="muted">To undo it, restore a snapshot or fork the world from an earlier step.</span>
      </div>
    </Form>
  )
}

/** What the form sends, and as whom. */
function Way(props: {
  readonly way: string
  readonly operations: readonly RecordOperation[]
  readonly route: string
  readonly region: string
  readonly onChoose: (way: string) => void
}) {
  const { way, operations, route, region, onChoose } = props
  const users = useUsers(region)
  const chosen = operations.find(({ id }) => id === way)
  return (
    <>
      <div class="row">
        <Field label="Send">
          <Select value={way} onChange={onChoose} options={[...operations.map(({ id }) => id), route]} />
        </Field>
        {chosen?.interface === undefined ? null : <DocsLink topic={chosen.id} of={chosen.id} />}
        {chosen === undefined ? null : chosen.actor === undefined ? (
          <ActingAs users={users} />
        ) : (
          <span class="muted">as {chosen.actor}, its owner</span>
        )}
      </div>
      <p class="muted">{chosen?.summary ?? OF_TABLE}</p>
    </>
  )
}

const OF_TABLE =
  'The control API changes the stored record itself: the service sends no message and does not add to its history. The fields and references of the record are checked.'

const DONE = { add: 'added', change: 'changed', delete: 'deleted' } as const

async function sendToTable(
  change: Editing & { readonly action: Action; readonly values: StoredRecord },
): Promise<StoredRecord | undefined> {
  const { entry, region, action, values, record } = change
  const path = `/state/${entry.table}`
  if (action !== 'delete')
    return control<StoredRecord>(path, { method: 'PUT', body: { record: values, region } })
  const key = keyOfRecord(entry, record ?? {})
  await control(`${path}${query({ region, key })}`, { method: 'DELETE' })
  return undefined
}
