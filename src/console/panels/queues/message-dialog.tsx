/** One message: its fields, its history, and its actions. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { Region } from '../../../model/schema.ts'
import { useEffect } from 'preact/hooks'
import { control, query } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { countText, dateText, timeText } from '../../words/text.ts'
import { Badge, Button, Dialog, Empty, messageTone, Problem } from '../../ui/parts.tsx'
import { removeMessage, sendMessage } from './actions.ts'
import type { Seen } from './history.ts'
import { aboutText, type Direction, type Message, tableOf } from './model.ts'
import { seenOf } from './observed.ts'
import { Writes } from '../../ui/writes.tsx'

interface MessageDialogProps {
  readonly direction: Direction
  readonly region: Region
  readonly id: number
  /** The tracker's id of the application link. */
  readonly applinkId: string
  /** Why the queue operations cannot be called; undefined if they can. */
  readonly unreachable: string | undefined
  readonly nameOf: (user: number | undefined) => string
  /** Why a message would get no response now. */
  readonly obstacle: string | undefined
  readonly onClose: () => void
}

export function MessageDialog(props: MessageDialogProps) {
  const { direction, region, id, onClose } = props
  const table = tableOf(direction)
  useEffect(() => () => focusLater(id), [])
  const { data, error, loading } = useLive(`message ${table} ${region} ${id}`, async (signal) => {
    const path = `/state/${table}${query({ region, id, limit: 1 })}`
    return (await control<ListOf<Message>>(path, { signal })).items[0]
  })
  return (
    <Dialog
      title={`Message ${id} ${direction === 'outbound' ? 'to the tracker' : 'to the wiki'}`}
      onClose={onClose}
    >
      <Problem text={error} />
      {data !== undefined ? (
        <Known {...props} message={data} />
      ) : loading ? (
        <Empty>Reading …</Empty>
      ) : error !== undefined ? null : (
        <Empty>The queue has no message {id}. It was removed, or the world was reset.</Empty>
      )}
    </Dialog>
  )
}

function Known(props: MessageDialogProps & { readonly message: Message }) {
  const { direction, region, applinkId, message, nameOf, unreachable } = props
  const { status, createdBy, createdAt, lastResponse, ...rest } = message
  return (
    <>
      <p class="row">
        <Badge tone={messageTone(status)}>{status}</Badge>
        <strong>{message.operation}</strong>
        <span>{aboutText(message)}</span>
      </p>
      <div class="row">
        <Writes>
          <Button
            kind="main"
            disabled={status === 'DONE' || unreachable !== undefined}
            onPress={() => sendMessage(direction, applinkId, message, props.obstacle)}
          >
            Send now
          </Button>
        </Writes>
        <a href={href('tables', tableOf(direction))}>All messages in Tables</a>
        {status === 'DONE' ? (
          <span class="muted">A DONE message is not sent again.</span>
        ) : props.obstacle === undefined ? null : (
          <span class="problem">It would get no response: {props.obstacle}</span>
        )}
        {unreachable === undefined ? null : <span class="muted">{unreachable}</span>}
        <span class="apart">
          <Writes>
            <Button
              kind="danger"
              disabled={unreachable !== undefined}
              onPress={() => removeMessage(direction, applinkId, message)}
            >
              Remove
            </Button>
          </Writes>
        </span>
      </div>
      <div class="columns">
        <section aria-label="Fields">
          <h3>Fields</h3>
          <dl class="facts">
            <Fact name="last response" value={lastResponse ?? 'none yet'} />
            <Fact name="created by" value={nameOf(createdBy)} />
            <Fact name="created at" value={momentText(new Date(createdAt).toISOString())} />
            {Object.entries(rest).map(([name, value]) => (
              <Fact key={name} name={name} value={String(value)} />
            ))}
          </dl>
        </section>
        <section aria-label="History">
          <h3>Changes while this page was open</h3>
          <ol class="queue-history">
            {seenOf({ direction, region }, message.id).map((seen, position) => (
              <li key={position}>
                <SeenLine seen={seen} first={position === 0} />
              </li>
            ))}
          </ol>
          <p class="muted">
            The service stores only the last response. Earlier ones are listed if they arrived while this page
            was open.
          </p>
        </section>
      </div>
    </>
  )
}

function Fact(props: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
    </>
  )
}

function SeenLine({ seen, first }: { readonly seen: Seen; readonly first: boolean }) {
  const { at, status, attempts, lastResponse } = seen
  return (
    <>
      <span class="muted">{momentText(at)}</span> {first ? 'seen as ' : ''}
      <Badge tone={messageTone(status)}>{status}</Badge> after {countText(attempts, 'attempt')}
      {lastResponse === undefined ? '' : `: ${lastResponse}`}
    </>
  )
}

function momentText(instant: string): string {
  return `${dateText(instant)} ${timeText(instant)}`
}

/** Attempts to find the message that gets the focus back, and the wall-clock milliseconds between them. */
const TRIES = 40
const BETWEEN_TRIES = 50

/**
 * Returns the focus to the message after the dialog closes. The message may have to be read first, and the focus may have
 * moved.
 */
function focusLater(id: number, tries = TRIES): void {
  setTimeout(
    () => {
      const focused = document.activeElement
      if (focused !== null && focused !== document.body) return
      const message = document.querySelector<HTMLElement>(`[data-message="${id}"]`)
      if (message !== null) message.focus()
      else if (tries > 0) focusLater(id, tries - 1)
    },
    tries === TRIES ? 0 : BETWEEN_TRIES,
  )
}
