/** Saves the selected world as a scenario file, after showing what the file lacks. */
import type { UnsavedRecords } from '../../../scenario/saving/differences.ts'
import type { SavedScenario } from '../../../scenario/saving/save.ts'
import { useState } from 'preact/hooks'
import { control, query } from '../../calls/api.ts'
import { download } from '../../calls/download.ts'
import { attempt } from '../../live/live.ts'
import { world } from '../../state/store.ts'
import { TextField } from '../../ui/form.tsx'
import { Button, Dialog, PlainTable } from '../../ui/parts.tsx'
import { countText } from '../../words/text.ts'

export function SaveScenario() {
  const [saved, setSaved] = useState<SavedScenario>()
  const save = () => attempt('', async () => setSaved(await control<SavedScenario>('/export/scenario')))
  return (
    <>
      <Button onPress={save} title="A YAML file that other worlds can begin with">
        Save {world.value} as a scenario…
      </Button>
      {saved === undefined ? null : <SavedDialog saved={saved} onClose={() => setSaved(undefined)} />}
    </>
  )
}

function SavedDialog(props: { readonly saved: SavedScenario; readonly onClose: () => void }) {
  const { unsaved, renewed } = props.saved
  const [name, setName] = useState(props.saved.name)
  const [description, setDescription] = useState('')
  const isChanged = name !== props.saved.name || description !== ''
  const keep = () =>
    attempt('', async () => {
      const path = `/export/scenario${query({ name, description })}`
      const { name: kept, text } = isChanged ? await control<SavedScenario>(path) : props.saved
      download(`${kept}.yaml`, 'application/yaml', text)
      props.onClose()
    })
  return (
    <Dialog title={`Save ${world.value} as a scenario`} onClose={props.onClose}>
      <p>
        The scenario starts at the present time of the world. A world holds only hashes of credentials, so{' '}
        {credentialsText(renewed)} get new values, which the file marks.
      </p>
      {unsaved.length === 0 ? (
        <p>Every record of the world is in the file.</p>
      ) : (
        <>
          <p>The file lacks history, work that is under way, and some details:</p>
          <PlainTable label="Not in the file" columns={['Table', 'Not in the file']}>
            {[...unsaved.filter(isOfService), ...unsaved.filter((each) => !isOfService(each))].map(
              (records) => (
                <tr key={`${records.store} ${records.table}`}>
                  <th scope="row">
                    {records.table}
                    {isOfService(records) ? null : <span class="muted"> of the simulator</span>}
                    {records.store === 'us' ? <span class="muted"> in us</span> : null}
                  </th>
                  <td>{differenceText(records)}</td>
                </tr>
              ),
            )}
          </PlainTable>
        </>
      )}
      <TextField label="Name" class="stacked" value={name} onInput={setName} />
      <TextField
        label="Description"
        class="stacked"
        value={description}
        onInput={setDescription}
        placeholder="what the scenario is for"
      />
      <div class="row">
        <Button kind="main" onPress={keep}>
          Download {name === '' ? props.saved.name : name}.yaml
        </Button>
        <Button onPress={props.onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}

/** Tables that no client sees anything of come last. */
function isOfService({ store, table }: UnsavedRecords): boolean {
  return store !== 'system' && table !== 'sequence'
}

function credentialsText({ passwords, tokens, sessions }: SavedScenario['renewed']): string {
  const parts = [
    ...(passwords === 0 ? [] : [countText(passwords, 'password')]),
    countText(tokens, 'token'),
    countText(sessions, 'session'),
  ]
  return parts.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}

function differenceText({ absent, different, fields, additional }: UnsavedRecords): string {
  return [
    ...(absent === 0 ? [] : [countText(absent, 'record')]),
    ...(different === 0 ? [] : [`${fields.join(', ')} of ${countText(different, 'record')}`]),
    ...(additional === 0 ? [] : [`loading the file adds ${countText(additional, 'record')}`]),
  ].join('; ')
}
