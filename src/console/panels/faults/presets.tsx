/** The most common faults, each added by one click. */
import { control } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { Button, Card } from '../../ui/parts.tsx'
import { faultOf, type Preset, PRESETS } from './fields.ts'
import { FaultForm } from './form.tsx'

export function addPreset({ title, kind, draft }: Preset): Promise<unknown> {
  return attempt(
    `Fault added: ${title}`,
    () => control('/faults', { method: 'POST', body: faultOf(kind, draft) }),
    'warn',
  )
}

/** The presets, and below them the folded form for any other fault. */
export function AddCard() {
  return (
    <Card title="Add a fault">
      <div class="row" role="group" aria-label="Add at one click">
        {PRESETS.map((preset) => (
          <Button key={preset.title} onPress={() => addPreset(preset)}>
            {preset.title}
          </Button>
        ))}
      </div>
      <details>
        <summary>Define another fault</summary>
        <FaultForm />
      </details>
    </Card>
  )
}
