/** The selection of the acting user, shared by all panels. */
import { useLayoutEffect } from 'preact/hooks'
import { actAs, actorAmong, noteActor } from '../calls/acting.ts'
import { Field } from './parts.tsx'
import { Select } from './select.tsx'

/** `users`: names of the possible users; empty until they are loaded. */
export function ActingAs({ users }: { readonly users: readonly string[] }) {
  const actor = actorAmong(users)
  useLayoutEffect(() => noteActor(actor), [actor])
  return (
    <Field label="Acting as" title="Who calls the service and edits pages, here and in every other panel">
      <Select
        value={actor}
        disabled={users.length === 0}
        onChange={actAs}
        options={users.length === 0 ? [{ id: '', title: '…' }] : users}
      />
    </Field>
  )
}
