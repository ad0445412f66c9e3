/** Adds, changes and deletes a record: by an operation of the service where it has one, else by the control API. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { TableEntry, TableField } from '../../../control/responses/state.ts'
import { useState } from 'preact/hooks'
import { actorNow } from '../../calls/acting.ts'
import { control, query } from '../../calls/api.ts'
import { callForJson } from '../../calls/as-user.ts'
import { attempt, refresh } from '../../live/live.ts'
import { goTo } from '../../state/route.ts'
import { useOnce } from '../../state/once.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { useUsers } from '../../ui/names.tsx'
import { Button, Dialog, Empty, Field, Problem } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Writes } from '../../ui/writes.tsx'
import { FieldInput } from './field-input.tsx'
import { textOf, valuesOf } from './field-text.ts'
import { type Action, operationFor, type RecordOperation } from './operations.ts'
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
  const fields = useOnce(`fields of ${entry.table} ${region}`, () =>
    control<ListOf<TableField>>(`/state/${entry.table}/fields?region=${region}`),
  )
  const title = titleOf(action, entry.table)
  if (fields.data === undefined || wikiId === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        {fields.error === undefined ? <Empty>Reading …</Empty> : <Problem text={fields.error} />}
      </Dialog>
    )
  const isOfWiki = [record?.['applicationId'], applicationOfView(record), record ?? wikiId].includes(wikiId)
  const operation = region === 'eu' && isOfWiki ? operationFor(entry.table, action, record) : undefined
  const given = fields.data.items.filter(({ name }) => `${entry.table} ${name}` !== DERIVED)
  return (
    <Dialog title={title} onClose={onClose}>
      <EditForm {...props} fields={given} operation={operation} />
    </Dialog>
  )
}

function applicationOfView(record: StoredRecord | undefined): unknown {
  return (record?.['wiki'] as StoredRecord | undefined)?.['applicationId']
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
    readonly operation: RecordOperation | undefined
    readonly onClose: () => void
  },
) {
  const { entry, region, record, action, fields, operation, onClose } = props
  const [byOperation, setByOperation] = useState(operation !== undefined)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const users = useUsers(region)
  const chosen = byOperation ? operation : undefined
  const inputs = chosen?.inputs ?? (action === 'delete' ? [] : fields)
  const initial = chosen?.initial ?? record ?? {}
  const route = `${action === 'delete' ? 'DELETE' : 'PUT'} /_sim/state/${entry.table}`
  const send = async () => {
    setProblem(undefined)
    try {
      const values = valuesOf(inputs, initial, texts)
      const made =
        chosen === undefined
          ? await sendToControl({ entry, region, action, values, record })
          : await callForJson(actorNow(), chosen.call({ ...(inputs.length === 0 ? initial : {}), ...values }))
      onClose()
      void refresh()
      if (action === 'delete') goTo('tables', entry.table)
      else if (chosen === undefined)
        goTo('tables', entry.table, addressOf(entry, made as StoredRecord), region)
      await attempt(`${entry.table} ${DONE[action]}`, () => Promise.resolve())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Form class="edit-text" label={`${entry.table} record`} onSubmit={send}>
      <div class="row">
        <Field label="Send">
          <Select
            value={byOperation ? 'operation' : 'control'}
            onChange={(value) => {
              setByOperation(value === 'operation')
              setProblem(undefined)
            }}
            options={[
              ...(operation === undefined
                ? []
                : [{ id: 'operation', title: `${operation.title}, of the wiki` }]),
              { id: 'control', title: `${route}, of the control API` },
            ]}
          />
        </Field>
        {chosen === undefined ? null : <ActingAs users={users} />}
      </div>
      {chosen === undefined ? (
        <p class="muted">
          The control API changes the stored record itself: the service sends no message and does not add to
          its history. The fields and references of the record are checked.
        </p>
      ) : null}
      {inputs.map((field) => (
        <FieldInput
          key={`${byOperation} ${field.name}`}
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

const DONE = { add: 'added', change: 'changed', delete: 'deleted' } as const

function sendToControl(change: Editing & { readonly action: Action; readonly values: StoredRecord }) {
  const { entry, region, action, values, record } = change
  const path = `/state/${entry.table}`
  if (action !== 'delete')
    return control<StoredRecord>(path, { method: 'PUT', body: { record: values, region } })
  const key = keyOfRecord(entry, record ?? {})
  return control<undefined>(`${path}${query({ region, key })}`, { method: 'DELETE' })
}
