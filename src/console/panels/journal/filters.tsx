/** What narrows the list of exchanges. */
import { useOperations } from '../../catalogue.ts'
import { Button, Field } from '../../ui/parts.tsx'
import { UserSelect, useUsers } from '../../ui/names.tsx'
import { type JournalFilters, NO_FILTERS } from './entry.ts'

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
      <Field label="Operation" class="stacked wide">
        <input
          list="journal-operations"
          value={filters.operation}
          placeholder="any"
          onChange={(event) => set({ operation: event.currentTarget.value })}
        />
      </Field>
      <datalist id="journal-operations">
        {operations.data?.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <Field label="Status" class="stacked">
        <input
          value={filters.status}
          placeholder="4xx"
          onChange={(event) => set({ status: event.currentTarget.value })}
        />
      </Field>
      <Field label="Method" class="stacked">
        <select value={filters.method} onChange={(event) => set({ method: event.currentTarget.value })}>
          <option value="">any</option>
          {METHODS.map((method) => (
            <option key={method} value={method}>
              {method}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Path" class="stacked wide">
        <input
          value={filters.path}
          placeholder="/wiki/rest/reqs/1/…"
          onChange={(event) => set({ path: event.currentTarget.value })}
        />
      </Field>
      <Field label="User" class="stacked">
        <UserSelect value={filters.user} users={users} nobody="any" onChange={(user) => set({ user })} />
      </Field>
      <Field label="Kind" class="stacked">
        <select
          value={filters.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as JournalFilters['kind'] })}
        >
          <option value="">any</option>
          <option value="unmatched">matched no operation</option>
          <option value="faulted">shaped by a fault</option>
          <option value="plain">no fault</option>
        </select>
      </Field>
      <Button onPress={() => onChange(NO_FILTERS)}>All</Button>
    </form>
  )
}
