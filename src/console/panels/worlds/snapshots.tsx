/** Snapshots: take, restore and compare them. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { SnapshotEntry } from '../../../control/responses/worlds.ts'
import { useState } from 'preact/hooks'
import { control } from '../../calls/api.ts'
import { attempt, useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { world } from '../../state/store.ts'
import { dateText, timeText } from '../../words/text.ts'
import { Button, Card, ConfirmButton, Empty, Problem } from '../../ui/parts.tsx'
import { Writes } from '../../ui/writes.tsx'
import { Form, Submit, TextField } from '../../ui/form.tsx'

export function useSnapshots() {
  return useLive(`snapshots of ${world.value}`, (signal) =>
    control<ListOf<SnapshotEntry>>('/snapshots?limit=100', { signal }),
  )
}

export function SnapshotCard() {
  const { data, error } = useSnapshots()
  const [name, setName] = useState('')
  const take = () =>
    attempt('', async () => {
      await control('/snapshots', { method: 'POST', body: name === '' ? {} : { name } })
      setName('')
    })
  return (
    <Card title="Snapshots">
      <Problem text={error} />
      <Form label="Take a snapshot" onSubmit={take}>
        <TextField label="Name" value={name} maxLength={64} placeholder="the next number" onInput={setName} />
        <Writes>
          <Submit>Take a snapshot of {world.value}</Submit>
        </Writes>
      </Form>
      {data !== undefined && data.total === 0 ? (
        <Empty>
          None yet. Take one before you try something: you can restore it later, and see what changed.
        </Empty>
      ) : null}
      <ul class="world-list">
        {data?.items.map((one) => (
          <SnapshotItem key={one.id} entry={one} />
        ))}
      </ul>
    </Card>
  )
}

function SnapshotItem({ entry: { id, world: from, at } }: { readonly entry: SnapshotEntry }) {
  const path = `/snapshots/${encodeURIComponent(id)}`
  return (
    <li class="world-item" aria-label={`Snapshot ${id}`}>
      <span class="world-name">
        <strong>{id}</strong> <span class="muted">of {from}</span>
        <br />
        <span class="muted">
          {dateText(at)} {timeText(at)}
        </span>
      </span>
      <span class="card-actions">
        <a
          class="button button-plain"
          href={href('worlds', id, 'now')}
          aria-label={`Compare with now: ${id}`}
        >
          Compare with now
        </a>
        <Writes>
          <ConfirmButton
            label={`Restore ${id}`}
            title={`Restores the world ${world.value} with its clock`}
            question={`Restore ${id}?`}
            consequence={`The world ${world.value} and its clock return to the state in ${id}. Changes since then are lost unless another snapshot has them.`}
            onConfirm={() =>
              attempt(`${world.peek()} is restored from ${id}`, () =>
                control(`${path}/restore`, { method: 'POST', body: {} }),
              )
            }
          >
            Restore…
          </ConfirmButton>
        </Writes>
        <Button
          kind="danger"
          label={`Remove ${id}`}
          onPress={() => attempt(`${id} is removed`, () => control(path, { method: 'DELETE' }))}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}
