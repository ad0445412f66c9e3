/** Saves the selected world as a file, and replaces it with a file. */
import { control } from '../../calls/api.ts'
import { controlText, download } from '../../calls/download.ts'
import { attempt } from '../../live/live.ts'
import { health, world } from '../../state/store.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Button } from '../../ui/parts.tsx'
import { SaveScenario } from './save-scenario.tsx'

export function TransferButtons() {
  const save = () =>
    attempt('', async () => {
      const text = await controlText('/export')
      download(`${health.peek()?.scenario ?? 'world'}-${world.peek()}.json`, 'application/json', text)
    })
  const load = async (chosen: File) => {
    await attempt(`${chosen.name} is now the world ${world.peek()}`, async () => {
      const body = readJson(await chosen.text(), chosen.name)
      await control('/import', { method: 'POST', body })
    })
  }
  return (
    <div class="row">
      <Button onPress={save} title="Contains hashes of passwords and tokens, never their values">
        Save {world.value} as a file
      </Button>
      <SaveScenario />
      <FileField label="Replace this world with a file" onSelect={load} />
    </div>
  )
}

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${name} is not JSON. Select a file that was saved here`)
  }
}
