/** The worlds in use with their clocks: select, create, reset and delete them. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { WorldEntry } from '../../../control/responses/worlds.ts'
import { useState } from 'preact/hooks'
import { control } from '../../calls/api.ts'
import { backend } from '../../calls/backend.ts'
import { attempt, follow, useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { world } from '../../state/store.ts'
import { dateText, timeText } from '../../words/text.ts'
import { Badge, Button, Card, ConfirmButton, Field, Problem } from '../../ui/parts.tsx'
import { TransferButtons } from './transfer.tsx'
import { Select } from '../../ui/select.tsx'
import { Form, Submit, TextField } from '../../ui/form.tsx'

/** A world as one side of a comparison; no snapshot can have such a name. */
export const worldSide = (name: string): string => `world:${name}`

/** Worlds listed at once. */
const SHOWN = 200

export function useWorlds() {
  return useLive(`worlds of ${world.value}`, (signal) =>
    control<ListOf<WorldEntry>>(`/worlds?limit=${SHOWN}`, { signal }),
  )
}

export function WorldCard() {
  const { data, error } = useWorlds()
  const worlds = data?.items ?? []
  const others = worlds.filter(({ name }) => name !== 'default')
  return (
    <Card
      title="Worlds"
      actions={
        <Button
          kind="danger"
          disabled={others.length === 0}
          title="Every world but default"
          onPress={() =>
            attempt('Only the world default is left', async () => {
              // Any request for a world creates it again, so the console must leave it before it is deleted.
              if (world.peek() !== 'default') follow('default')
              await control('/worlds', { method: 'DELETE' })
            })
          }
        >
          Delete the others
        </Button>
      }
    >
      {backend.isInPage ? (
        <p class="muted">
          These worlds are in this page. A reload starts again from the scenario: save a world as a file to
          keep it.
        </p>
      ) : null}
      <Problem text={error} />
      <ul class="world-list">
        {worlds.map((one) => (
          <WorldItem key={one.name} entry={one} />
        ))}
      </ul>
      <NewWorld worlds={worlds.map(({ name }) => name)} />
      <TransferButtons />
    </Card>
  )
}

function WorldItem({ entry: { name, clock } }: { readonly entry: WorldEntry }) {
  const current = name === world.value
  return (
    <li class="world-item" aria-label={`World ${name}`}>
      <span class="world-name">
        <strong>{name}</strong> {current ? <Badge tone="info">shown</Badge> : null}
        <br />
        <span class="muted">
          {dateText(clock.now)} {timeText(clock.now)}, {clock.mode}
        </span>
      </span>
      <span class="card-actions">
        <Button
          label={`Show ${name}`}
          title="The console shows this world"
          disabled={current}
          onPress={() => follow(name)}
        >
          Show
        </Button>
        {current ? null : (
          <a
            class="button button-plain"
            href={href('worlds', worldSide(name), 'now')}
            aria-label={`Compare ${name} with ${world.value}`}
            title={`What differs between ${name} and ${world.value}`}
          >
            Compare
          </a>
        )}
        <ConfirmButton
          label={`Reset ${name}`}
          title="Reset to the loaded scenario"
          question={`Reset ${name}?`}
          consequence="The world and its clock return to the beginning of the scenario, and its recorded requests are deleted. Take a snapshot to keep the current state."
          onConfirm={() =>
            attempt(`${name} is reset`, () => control('/reset', { method: 'POST', world: name, body: {} }))
          }
        >
          Reset…
        </ConfirmButton>
        {name === 'default' ? null : (
          <Button
            kind="danger"
            label={`Delete ${name}`}
            onPress={() =>
              attempt(`${name} is deleted`, async () => {
                if (current) follow('default')
                await control(`/worlds/${encodeURIComponent(name)}`, { method: 'DELETE' })
              })
            }
          >
            Delete
          </Button>
        )}
      </span>
    </li>
  )
}

function NewWorld({ worlds }: { readonly worlds: readonly string[] }) {
  const [name, setName] = useState('')
  const [from, setFrom] = useState('')
  const begin = from === '' ? world.value : from
  const make = () =>
    attempt(`${name} is created`, async () => {
      await control('/worlds', { method: 'POST', body: { name, from: begin } })
      setName('')
    })
  return (
    <Form label="Create a world" onSubmit={make}>
      <TextField
        label="New world"
        required
        size={14}
        maxLength={64}
        pattern="[A-Za-z0-9._\-]+"
        title="1 to 64 letters, digits, . _ or -"
        value={name}
        onInput={setName}
      />
      <Field label="as a copy of">
        <Select
          value={begin}
          onChange={setFrom}
          options={[
            ...worlds.map((one) => ({ id: one, title: `${one} in its current state` })),
            { id: 'scenario', title: 'the scenario at its beginning' },
          ]}
        />
      </Field>
      <Submit kind="plain">Create</Submit>
    </Form>
  )
}
