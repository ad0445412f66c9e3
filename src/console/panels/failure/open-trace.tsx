/** Opens a trace from a file as a further world of the server. */
import type { OpenedTrace } from '../../../control/responses/past.ts'
import { control } from '../../calls/api.ts'
import { attempt, follow } from '../../live/live.ts'
import { goTo } from '../../state/route.ts'
import { showToast } from '../../state/store.ts'
import { FileField } from '../../ui/file-field.tsx'
import { countText } from '../../words/text.ts'

export function OpenTrace() {
  return <FileField label="Open a trace" accept=".trace,application/gzip" onSelect={open} />
}

async function open(chosen: File): Promise<void> {
  const opened = await attempt('', async () => {
    const trace = base64(new Uint8Array(await chosen.arrayBuffer()))
    return control<OpenedTrace>('/trace', { method: 'POST', body: { trace } })
  })
  if (opened === undefined) return
  const { world, failure, lastExchange, steps, notes } = opened
  showToast(
    'info',
    [`${chosen.name} is the world ${world}, with ${countText(steps, 'step')}.`, ...notes].join(' '),
  )
  follow(world, failure === undefined ? undefined : lastExchange)
  goTo(failure === undefined ? 'past' : 'failure')
}

/** Bytes that are converted at once: a call takes only so many arguments. */
const PIECE = 8192

function base64(bytes: Uint8Array): string {
  let units = ''
  for (let begin = 0; begin < bytes.length; begin += PIECE)
    units += String.fromCharCode(...bytes.subarray(begin, begin + PIECE))
  return btoa(units)
}
