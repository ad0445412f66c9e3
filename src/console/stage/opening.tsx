/** The stage before the first step: the scenario, a button that starts it, and the other scenarios. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { ReadyScenario } from '../../control/responses/worlds.ts'
import { control } from '../calls/api.ts'
import { attempt } from '../live/live.ts'
import { health, world } from '../state/store.ts'
import { useOnce } from '../state/once.ts'
import { Button, ConfirmButton, Problem } from '../ui/parts.tsx'
import { countText } from '../words/text.ts'
import type { StageAction } from './timeline.ts'

const REPLACED = 'Every world restarts from it. Snapshots, recorded requests and the report are deleted.'

export function useReady() {
  return useOnce('scenarios of the stage', () =>
    control<ListOf<ReadyScenario>>('/scenarios').then(({ items }) => items),
  )
}

export function Opening(props: {
  readonly steps: number
  /** Undefined in a window that only follows. */
  readonly perform: ((action: StageAction) => void) | undefined
}) {
  const { steps, perform } = props
  const { data = [], error } = useReady()
  const name = health.value?.scenario ?? '…'
  const description = data.find((one) => one.name === name)?.description
  return (
    <section class="stage-opening">
      <h1>{name}</h1>
      {description === undefined ? null : <p class="stage-lead">{descriptionText(description)}</p>}
      {perform === undefined ? null : steps === 0 ? (
        <p class="stage-lead">This scenario has no steps. Load one that has:</p>
      ) : (
        <>
          <div class="row">
            <Button kind="main" onPress={() => perform('next')}>
              Start: {countText(steps, 'step')}
            </Button>
          </div>
          <p class="muted">
            Starting resets the world {world.value} to the beginning of the scenario and pauses its clock.
          </p>
        </>
      )}
      <Problem text={error} />
      {perform === undefined ? null : <OtherStories name={name} />}
    </section>
  )
}

/** As a sentence. */
export function descriptionText(description: string): string {
  return /[.!?]$/.test(description) ? description : `${description}.`
}

/** The other scenarios with steps, to load one. */
export function OtherStories({ name }: { readonly name: string }) {
  const { data = [] } = useReady()
  const others = data.filter((one) => one.steps > 0 && one.name !== name)
  if (others.length === 0) return null
  return (
    <>
      <h2>Other stories</h2>
      <ul class="stage-stories">
        {others.map((one) => (
          <li key={one.name}>
            <LoadButton {...one} />
            <span class="muted">{countText(one.steps, 'step')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function LoadButton({ name }: { readonly name: string }) {
  return (
    <ConfirmButton
      label={`Load ${name}`}
      question={`Load ${name}?`}
      consequence={REPLACED}
      onConfirm={() => attempt('', () => control('/scenario', { method: 'POST', body: { name } }))}
    >
      {name}
    </ConfirmButton>
  )
}

/** An address that names another scenario than the loaded one. */
export function OtherScenario(props: { readonly wanted: string; readonly onStay: () => void }) {
  const { wanted, onStay } = props
  const { data, error } = useReady()
  const name = health.value?.scenario ?? '…'
  const isReady = data?.some((one) => one.name === wanted) ?? false
  return (
    <section class="stage-opening">
      <h1>{wanted.slice(0, 60)}</h1>
      <Problem text={error} />
      <p class="stage-lead">
        The server has the scenario {name}.{' '}
        {isReady || data === undefined
          ? `Loading ${wanted.slice(0, 60)} replaces the world. ${REPLACED}`
          : `No ready scenario has the name in this address: start the server with your file.`}
      </p>
      <div class="row">
        {isReady ? <LoadButton name={wanted} /> : null}
        <Button onPress={onStay}>Stay with {name}</Button>
      </div>
    </section>
  )
}

/** An address that names another step than the one the world is at. */
export function OtherStep(props: {
  readonly heading: string
  readonly number: number
  readonly onGo: () => unknown
  readonly onStay: () => void
}) {
  const { heading, number, onGo, onStay } = props
  return (
    <section class="stage-opening">
      <h1>{heading}</h1>
      <p class="stage-lead">
        This address names step {number}. Going there runs the steps up to it, or takes the world{' '}
        {world.value} back to where it was after that step.
      </p>
      <div class="row">
        <Button kind="main" onPress={onGo}>
          Go to step {number}
        </Button>
        <Button onPress={onStay}>Stay here</Button>
      </div>
    </section>
  )
}
