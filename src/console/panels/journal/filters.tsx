/** The filters of the list of exchanges. */
import { useEffect, useState } from 'preact/hooks'
import { useOperations } from '../../calls/catalogue.ts'
import { Button, Field } from '../../ui/parts.tsx'
import { UserSelect, useUsers } from '../../ui/names.tsx'
import { type JournalFilters, NO_FILTERS } from './entry.ts'
import { Select } from '../../ui/select.tsx'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const

export function FilterFields(props: {
  readonly filters: JournalFilters
  readonly onChange: (filters: JournalFilters) => void
}) {
  const { filters, onChange } = props
  const operations = useOperations()
  const users = useUsers()
  const set = (change: Partial<JournalFilters>) => onChange({ ...filters, ...change })
  return (
    <form
      class="row filters"
      role="search"
      aria-label="Filter exchanges"
      onSubmit={(event) => event.preventDefault()}
    >
      <TextFilter
        label="Operation"
        class="stacked wide"
        placeholder="any"
        list="journal-operations"
        value={filters.operation}
        onChange={(operation) => set({ operation })}
      />
      <datalist id="journal-operations">
        {operations.data?.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <TextFilter
        label="Status"
        class="stacked"
        placeholder="4xx"
        value={filters.status}
        onChange={(status) => set({ status })}
      />
      <Field label="Method" class="stacked">
        <Select
          value={filters.method}
          onChange={(chosen) => set({ method: chosen })}
          options={[{ id: '', title: 'any' }, ...METHODS]}
        />
      </Field>
      <TextFilter
        label="Path"
        class="stacked wide"
        placeholder="/wiki/rest/reqs/1/…"
        value={filters.path}
        onChange={(path) => set({ path })}
      />
      <Field label="User" class="stacked">
        <UserSelect value={filters.user} users={users} nobody="any" onChange={(user) => set({ user })} />
      </Field>
      <Field label="Kind" class="stacked">
        <Select
          value={filters.kind}
          onChange={(chosen) => set({ kind: chosen })}
          options={[
            { id: '', title: 'any' },
            { id: 'unmatched', title: 'matched no operation' },
            { id: 'ignored', title: 'with ignored names' },
            { id: 'faulted', title: 'shaped by a fault' },
            { id: 'plain', title: 'no fault' },
          ]}
        />
      </Field>
      <Button onPress={() => onChange(NO_FILTERS)}>All</Button>
    </form>
  )
}

/** A text filter that applies when it is entered. Typed text stays while the list updates. */
function TextFilter(props: {
  readonly label: string
  readonly class: string
  readonly placeholder: string
  readonly list?: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { label, value, placeholder, list, onChange } = props
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <Field label={label} class={props.class}>
      <input
        value={typed}
        placeholder={placeholder}
        list={list}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
