/** The messages for the tracker that an action created. */
import type { OutboundMessageRecord } from '../../../model/records/tracker/outbound-messages.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import { control } from '../../calls/api.ts'
import { href } from '../../state/route.ts'
import { countText } from '../../words/text.ts'
import { Button } from '../../ui/parts.tsx'

/** Messages listed at once. */
const MAXIMUM_LISTED = 20

/** Runs an action and returns the messages created meanwhile. */
export async function withMessages(
  region: string,
  action: () => Promise<unknown>,
): Promise<readonly OutboundMessageRecord[]> {
  const { total } = await messagesFrom(region, 0, 0)
  await action()
  return (await messagesFrom(region, total, MAXIMUM_LISTED)).items
}

function messagesFrom(region: string, offset: number, limit: number) {
  const path = `/state/outboundMessage?region=${region}&offset=${offset}&limit=${limit}`
  return control<ListOf<OutboundMessageRecord>>(path)
}

export function MadeMessages(props: {
  readonly messages: readonly OutboundMessageRecord[] | undefined
  readonly onDismiss: () => void
}) {
  const { messages } = props
  if (messages === undefined) return null
  return (
    <div class="made-messages" role="status">
      <span>
        {messages.length === 0
          ? 'That created no message for the tracker.  '
          : `That created ${countText(messages.length, 'message')} for the tracker: `}
        {messages.map(({ id, serviceId, operation, key, issueKey }) => (
          <span key={id} class="gap-after">
            <a href={href('queues', serviceId, 'outbound', id)}>
              {operation} {key}
              {issueKey === undefined ? '' : ` ${issueKey}`}
            </a>
          </span>
        ))}
      </span>
      <Button label="Hide the messages" onPress={props.onDismiss}>
        ✕
      </Button>
    </div>
  )
}
