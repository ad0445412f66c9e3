/** The ready scenarios: load another one in place of the current one. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { ReadyScenario } from '../../../control/responses/worlds.ts'
import { control } from '../../calls/api.ts'
import { attempt, follow } from '../../live/live.ts'
import { health } from '../../state/store.ts'
import { countText } from '../../words/text.ts'
import { useOnce } from '../../state/once.ts'
import { Badge, Card, ConfirmButton, Problem } from '../../ui/parts.tsx'

export function ScenarioCard() {
  const { data, error } = useOnce('scenarios', () => control<ListOf<ReadyScenario>>('/scenarios?limit=100'))
  const load = (name: string) =>
    attempt(`${name} is loaded`, async () => {
      await control('/scenario', { method: 'POST', body: { name }, world: 'default' })
      follow('default')
    })
  return (
    <Card title="Ready scenarios">
      <Problem text={error} />
      <ul class="world-list">
        {data?.items.map(({ name, description, steps }) => (
          <li key={name} class="world-item" aria-label={`Scenario ${name}`}>
            <span class="world-name">
              <strong>{name}</strong>{' '}
              {health.value?.scenario === name ? <Badge tone="info">loaded</Badge> : null}{' '}
              {steps === 0 ? null : <span class="muted">{countText(steps, 'step')}</span>}
              <br />
              <span class="muted">{description}</span>
            </span>
            <ConfirmButton
              label={`Load ${name}`}
              question={`Load ${name}?`}
              consequence={`Every world restarts from ${name}. Snapshots, recorded requests and the report are deleted.`}
              onConfirm={() => load(name)}
            >
              Load…
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
