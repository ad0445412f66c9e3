/** The ready scenarios, to load in place of the current one. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { ReadyScenario } from '../../../control/responses/worlds.ts'
import type { ComponentChildren } from 'preact'
import { control } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import { health } from '../../state/store.ts'
import { countText } from '../../words/text.ts'
import { Badge, Card, ConfirmButton, Problem } from '../../ui/parts.tsx'
import { load } from './run.ts'

let known: Promise<readonly ReadyScenario[]> | undefined

/** They are part of the package, so they are read once. */
function readReady(): Promise<readonly ReadyScenario[]> {
  known ??= control<ListOf<ReadyScenario>>('/scenarios').then(({ items }) => items)
  known.catch(() => {
    known = undefined
  })
  return known
}

export function ReadyScenarios() {
  const { data = [], error } = useLive('scenarios', readReady)
  const current = health.value?.scenario
  return (
    <Card title="Ready scenarios">
      <p class="muted">Loading one restarts every world and deletes all snapshots.</p>
      <Problem text={error} />
      <ul class="plain-list ready">
        {data.map(({ name, description, steps }) => (
          <li key={name}>
            <div class="grow">
              <strong>{name}</strong> {name === current ? <Badge tone="info">loaded</Badge> : null}
              <p>{description}</p>
              <span class="muted">{steps === 0 ? 'no steps' : countText(steps, 'step')}</span>
            </div>
            <LoadButton name={name}>{name === current ? 'Load again…' : 'Load…'}</LoadButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Loads a ready scenario after a confirmation. */
export function LoadButton(props: { readonly name: string; readonly children: ComponentChildren }) {
  const { name } = props
  return (
    <ConfirmButton
      label={name === health.value?.scenario ? `Load again: ${name}` : `Load ${name}`}
      question={`Load ${name}?`}
      consequence={`Every world restarts from ${name}. Snapshots, recorded requests and the report are deleted.`}
      onConfirm={() => load(name)}
    >
      {props.children}
    </ConfirmButton>
  )
}
