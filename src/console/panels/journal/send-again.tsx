/** Sends a recorded request again, to the selected world as it is now. */
import type { Exchange, ExchangeDetails } from '../../../control/responses/journal.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import { useState } from 'preact/hooks'
import { portAddress } from '../../../gateway/addresses/port-address.ts'
import { hasRemovedSecret, headersAgain, lacksBytes } from '../../../snippets/recorded.ts'
import { control } from '../../calls/api.ts'
import { callInterface } from '../../calls/call-interface.ts'
import { attempt } from '../../live/live.ts'
import { showToast, world } from '../../state/store.ts'
import { UserSelect, useSites, useUsers } from '../../ui/names.tsx'
import { Button, ConfirmButton, Field } from '../../ui/parts.tsx'
import { Writes } from '../../ui/writes.tsx'

/** How many of the latest requests to search for the new one. */
const LATEST = 50

/** `onSent` gets the number of the new exchange. */
export function SendAgain(props: {
  readonly exchange: ExchangeDetails
  readonly onSent: (number: number) => void
}) {
  const { exchange, onSent } = props
  const { request } = exchange
  const { path, interface: name, region } = portAddress(request.url)
  const users = useUsers(region)
  const sites = useSites(region)
  const [user, setUser] = useState(exchange.user ?? '')
  if (name === undefined) return <Impossible because="no interface has its address" />
  if (hasRemovedSecret(request)) return <Impossible because="its address or body contained a credential" />
  if (lacksBytes(request.body)) return <Impossible because="the bytes of its body were not recorded" />
  const send = () =>
    attempt('', async () => {
      const site = sites.find(({ type }) => type === (name === 'hosted-tracker' ? 'JIRA' : 'CONFLUENCE'))
      const headers = headersAgain(request.headers)
      const named = Object.keys(headers).some((each) => each.toLowerCase() === 'x-base-url')
      const caller = { user, interface: name, region, site: named ? '' : site?.baseUrl }
      const { status, headers: received } = await callInterface(caller, {
        method: request.method,
        path,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const { items } = await control<ListOf<Exchange>>(`/journal?order=newest&brief=true&limit=${LATEST}`)
      const sent = items.find(({ id }) => id === received['x-request-id'])
      if (sent === undefined) showToast('info', `Sent again: ${status}. The request is not in the list.`)
      else onSent(sent.number)
    })
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  const who = user === '' ? 'nobody' : user
  return (
    <section aria-label="Send again">
      <Writes>
        <div class="row">
          {isRead ? (
            <Button kind="main" onPress={send}>
              Send again
            </Button>
          ) : (
            <ConfirmButton
              label="Send again…"
              kind="plain"
              question={`Send ${request.method} again?`}
              consequence={
                <>
                  <span class="mono request-line">
                    {request.method} {path}
                  </span>{' '}
                  is sent as {who} to the world {world.value} as it is now.{' '}
                  {exchange.stateful === true
                    ? 'Last time it changed records; it may change them again, or add others.'
                    : 'Last time it changed no record; this time it may.'}
                </>
              }
              onConfirm={send}
            >
              Send again…
            </ConfirmButton>
          )}
          <Field label="As">
            <UserSelect value={user} users={users} onChange={setUser} />
          </Field>
        </div>
      </Writes>
    </section>
  )
}

function Impossible({ because }: { readonly because: string }) {
  return <p class="muted">It cannot be sent again from here: {because}.</p>
}
