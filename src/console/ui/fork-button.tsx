/** Creates a world that continues from a step of the selected world, and shows it. */
import { useState } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { attempt, follow } from '../live/live.ts'
import { world } from '../state/store.ts'
import { Form, Submit, TextField } from './form.tsx'
import { Button, Dialog } from './parts.tsx'

/** `at`: the number of the step. */
export function ForkButton({ at }: { readonly at: number }) {
  const [forking, setForking] = useState(false)
  return (
    <>
      <Button onPress={() => setForking(true)}>Fork a world from here</Button>
      {forking ? <ForkDialog at={at} onClose={() => setForking(false)} /> : null}
    </>
  )
}

function ForkDialog({ at, onClose }: { readonly at: number; readonly onClose: () => void }) {
  const [name, setName] = useState(`${world.peek().slice(0, 40)}-at-${at}`)
  const fork = async () => {
    const from = `${world.peek()}@${at}`
    const made = await attempt(`The world ${name} is a fork of ${from}`, () =>
      control('/worlds', { method: 'POST', world: world.peek(), body: { name, from } }),
    )
    if (made === undefined) return
    onClose()
    follow(name)
  }
  return (
    <Dialog title="Fork a world from here" onClose={onClose}>
      <p>
        The new world begins in the state after step {at}, with its clock. The world {world.value} does not
        change.
      </p>
      <Form onSubmit={fork}>
        <TextField
          label="Name of the new world"
          required
          pattern="[A-Za-z0-9._\-]{1,64}"
          title="1 to 64 letters, digits, dots, underscores or hyphens"
          value={name}
          onInput={setName}
        />
        <Submit>Create and show it</Submit>
      </Form>
    </Dialog>
  )
}
