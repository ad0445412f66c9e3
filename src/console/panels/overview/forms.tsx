/** The forms of the guide: a new baseline, and a new text for a requirement. */
import { useState } from 'preact/hooks'
import { attempt } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { Button, Field } from '../../ui/parts.tsx'
import { freeze, type Linked, makeBaseline, makeBigBaseline, MANY, reword } from './actions.ts'
import { Select } from '../../ui/select.tsx'
import { Form, Submit, TextField } from '../../ui/form.tsx'

interface Made {
  readonly spaceKey: string
  readonly number: number
}

const MANY_TEXT = MANY.toLocaleString('en')

/** Creates and freezes a baseline that is large enough to show progress. */
export function BigBaseline(props: {
  readonly author: string
  readonly spaceKey: string | undefined
  /** The id of the task. */
  readonly onFrozen: (task: string) => void
}) {
  const { author, spaceKey, onFrozen } = props
  const make = () =>
    attempt(`A baseline of ${MANY_TEXT} requirements was created and is being frozen`, async () => {
      if (spaceKey === undefined) return
      const { baseline } = await makeBigBaseline(author, spaceKey)
      onFrozen(await freeze(author, { spaceKey, number: baseline }))
    })
  return (
    <Button disabled={spaceKey === undefined} title="Takes ten steps" onPress={make}>
      Create a baseline of {MANY_TEXT} and freeze it
    </Button>
  )
}

export function NewBaseline(props: {
  readonly author: string
  readonly spaces: readonly string[]
  /** Whether the form is open at first, because there is no other baseline. */
  readonly open: boolean
  readonly onMade: (baseline: Made) => void
}) {
  const { author, spaces } = props
  const [name, setName] = useState('Release 2.0')
  const [space, setSpace] = useState('')
  const [searchQuery, setQuery] = useState("key ~ '%'")
  const spaceKey = space === '' ? (spaces[0] ?? '') : space
  const notifyMade = ({ baseline }: { readonly baseline: number }) =>
    props.onMade({ spaceKey, number: baseline })
  const make = () =>
    attempt(`Baseline ${name} was created`, async () =>
      notifyMade(await makeBaseline(author, spaceKey, { name, searchQuery })),
    )
  return (
    <details open={props.open}>
      <summary>Create another baseline</summary>
      <Form onSubmit={make}>
        <Field label="Space">
          <Select value={spaceKey} onChange={setSpace} options={spaces} />
        </Field>
        <TextField label="Name" required size={12} value={name} onInput={setName} />
        <TextField
          label="Requirements of this query"
          required
          size={18}
          value={searchQuery}
          onInput={setQuery}
        />
        <Submit kind="plain">Create</Submit>
      </Form>
    </details>
  )
}

export function Reword({ linked, author }: { readonly linked: Linked; readonly author: string }) {
  const [text, setText] = useState<string | undefined>(undefined)
  const { key, issueKey, definition } = linked
  const unchanged = text === undefined || text === definition.html
  const save = () =>
    attempt(`${key} was reworded`, async () => {
      await reword(linked, text ?? definition.html, author)
      setText(undefined)
    })
  return (
    <>
      <p>
        {issueKey} links <a href={href('requirements', linked.id)}>{key}</a>, so the tracker receives a
        message when its text changes. Viewing the page updates all its requirements, so there are messages
        for its other linked requirements too.
      </p>
      <Field label={`New text of ${key}`} class="stacked">
        <textarea
          rows={2}
          value={text ?? definition.html}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <div class="row">
        <Button disabled={unchanged} onPress={save}>
          Save the page and view it
        </Button>
        {unchanged ? <span class="muted">change the text first</span> : null}
      </div>
    </>
  )
}
