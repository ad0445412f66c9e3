/** The forms of the guide: a new baseline, and another text for a requirement. */
import { useState } from 'preact/hooks'
import { attempt } from '../../live.ts'
import { href } from '../../route.ts'
import { Button, Field } from '../../ui/parts.tsx'
import { type Linked, makeBaseline, makeBigBaseline, MANY, reword } from './actions.ts'

export function NewBaseline(props: {
  readonly author: string
  readonly spaces: readonly string[]
  /** Whether it is needed: no other baseline can be chosen. */
  readonly open: boolean
  readonly onMade: (baseline: { readonly spaceKey: string; readonly number: number }) => void
}) {
  const { author, spaces } = props
  const [name, setName] = useState('Release 2.0')
  const [space, setSpace] = useState('')
  const [searchQuery, setQuery] = useState("key ~ '%'")
  const spaceKey = space === '' ? (spaces[0] ?? '') : space
  const tellOf = ({ baseline }: { readonly baseline: number }) => props.onMade({ spaceKey, number: baseline })
  const make = (event: Event) => {
    event.preventDefault()
    void attempt(`Baseline ${name} was made`, async () =>
      tellOf(await makeBaseline(author, spaceKey, { name, searchQuery })),
    )
  }
  const makeBig = () =>
    attempt(`A baseline of ${MANY} requirements was made`, async () =>
      tellOf(await makeBigBaseline(author, spaceKey)),
    )
  return (
    <details open={props.open}>
      <summary>Make a baseline first</summary>
      <div class="row">
        <Button disabled={spaces.length === 0} onPress={makeBig}>
          Make one of {MANY} new requirements
        </Button>
        <span class="muted">
          Freezing takes a second of the world for every 100: a long one can be watched.
        </span>
      </div>
      <form class="row" onSubmit={make}>
        <Field label="Space">
          <select value={space} onChange={(event) => setSpace(event.currentTarget.value)}>
            {spaces.map((key) => (
              <option key={key}>{key}</option>
            ))}
          </select>
        </Field>
        <Field label="Name">
          <input required size={12} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        <Field label="Of what this query finds">
          <input
            required
            size={18}
            value={searchQuery}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="button button-plain">
          Make it
        </button>
      </form>
    </details>
  )
}

export function Reword({ linked, author }: { readonly linked: Linked; readonly author: string }) {
  const [text, setText] = useState<string | undefined>(undefined)
  const { key, issueKey, definition } = linked
  const save = () =>
    attempt(`${key} was reworded`, async () => {
      await reword(linked, text ?? definition.html, author)
      setText(undefined)
    })
  return (
    <>
      <p>
        {issueKey} links <a href={href('requirements', linked.id)}>{key}</a>: the tracker is told when its
        text changes.
      </p>
      <textarea
        rows={2}
        aria-label={`Text of ${key}`}
        value={text ?? definition.html}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="row">
        <Button onPress={save}>Save it and view the page</Button>
      </div>
    </>
  )
}
