/** Names for form fields: the users and sites of the world. */
import type { ApplicationRecord } from '../../model/records/service/applications.ts'
import type { UserRecord } from '../../model/records/service/users.ts'
import type { ListOf } from '../../control/responses/shape.ts'
import { control, query } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { world } from '../state/store.ts'
import { Select } from './select.tsx'

/** The maximum number of names in a list. */
const MAXIMUM_SHOWN = 500

function useTable<R>(table: string, region: string): readonly R[] {
  const { data } = useLive(`${table} ${world.value} ${region}`, (signal) =>
    control<ListOf<R>>(`/state/${table}${query({ region, limit: MAXIMUM_SHOWN })}`, { signal }),
  )
  return data?.items ?? []
}

/** Names of the users of a region. */
export function useUsers(region = 'eu'): readonly string[] {
  return useTable<UserRecord>('user', region).map(({ name }) => name)
}

/** The applications of a region. */
export function useSites(region = 'eu'): readonly ApplicationRecord[] {
  return useTable<ApplicationRecord>('application', region)
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
