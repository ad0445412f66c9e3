/** Names for form fields: the users and sites of the world. */
import { control, query } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { world } from '../state/store.ts'
import { Select } from './select.tsx'

/** The maximum number of names in a list. */
const MAXIMUM_SHOWN = 500

interface NamedRecord {
  readonly id: number
  readonly name: string
}

export interface Site extends NamedRecord {
  readonly type: 'CONFLUENCE' | 'JIRA' | 'STANDALONE'
  readonly baseUrl?: string
  readonly status?: string
}

function useTable<R>(table: string, region: string): readonly R[] {
  const { data } = useLive(`${table} ${world.value} ${region}`, (signal) =>
    control<{ items: readonly R[] }>(`/state/${table}${query({ region, limit: MAXIMUM_SHOWN })}`, { signal }),
  )
  return data?.items ?? []
}

/** Names of the users of a region. */
export function useUsers(region = 'eu'): readonly string[] {
  return useTable<NamedRecord>('user', region).map(({ name }) => name)
}

/** The applications of a region. */
export function useSites(region = 'eu'): readonly Site[] {
  return useTable<Site>('application', region)
}

/** A selection of a user, or of none. */
export function UserSelect(props: {
  readonly value: string
  readonly users: readonly string[]
  readonly onChange: (user: string) => void
  /** The label for no user. */
  readonly nobody?: string
}) {
  const { value, users, onChange, nobody = 'nobody' } = props
  return <Select value={value} onChange={onChange} options={[{ id: '', title: nobody }, ...users]} />
}
