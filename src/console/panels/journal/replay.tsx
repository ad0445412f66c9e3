/** Sends an exchange again as a selected user and shows how the responses differ. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import { useState } from 'preact/hooks'
import { callInterface } from '../../calls/call-interface.ts'
import { jsonDifferences } from '../../words/json-difference.ts'
import { attempt } from '../../live/live.ts'
import { DifferenceTable } from '../../ui/differences.tsx'
import { UserSelect, useSites, useUsers } from '../../ui/names.tsx'
import { Button, Field, ResponseStatus } from '../../ui/parts.tsx'
import type { ServiceResponse } from '../../calls/api.ts'
import { Payload } from './payload.tsx'
import { portAddress } from '../../../gateway/addresses/port-address.ts'
import { hasRemovedSecret, headersAgain } from '../../../snippets/recorded.ts'
import { readBody, tellingHeaders } from './request.ts'
import { nounText } from '../../words/text.ts'

export function Replay({ exchange }: { readonly exchange: ExchangeDetails }) {
  const { request } = exchange
  const address = portAddress(request.url)
  const users = useUsers(address.region)
  const sites = useSites(address.region)
  const [user, setUser] = useState(exchange.user ?? '')
  const [response, setResponse] = useState<ServiceResponse | undefined>(undefined)
  const name = address.interface
  if (name === undefined || hasRemovedSecret(request)) {
    return (
      <p class="muted">
        {name === undefined
          ? 'It cannot be sent again from here: its address belongs to none of the interfaces.'
          : 'It cannot be sent again from here: its address or body contained a credential.'}
      </p>
    )
  }
  const send = () =>
    attempt('', async () => {
      const site = sites.find(({ type }) => type === (name === 'hosted-tracker' ? 'JIRA' : 'CONFLUENCE'))
      const headers = headersAgain(request.headers)
      const named = Object.keys(headers).some((each) => each.toLowerCase() === 'x-base-url')
      const caller = { user, interface: name, region: address.region, site: named ? '' : site?.baseUrl }
      setResponse(
        await callInterface(caller, {
          method: request.method,
          path: address.path,
          headers,
          ...(request.body === undefined ? {} : { body: request.body }),
        }),
      )
    })
  return (
    <section class="replay" aria-label="Send again">
      <h3>Send again</h3>
      <div class="row">
        <Field label="As">
          <UserSelect value={user} users={users} onChange={setUser} />
        </Field>
        <Button kind="main" onPress={send}>
          Send again
        </Button>
        <span class="muted">to the selected world in its current state</span>
      </div>
      {response === undefined ? null : <Comparison exchange={exchange} response={response} />}
    </section>
  )
}

function Comparison({
  exchange,
  response,
}: {
  readonly exchange: ExchangeDetails
  readonly response: ServiceResponse
}) {
  const before = {
    status: exchange.answer.status,
    headers: tellingHeaders(exchange.answer.headers),
    body: readBody(exchange.answer.body),
  }
  const after = {
    status: response.status,
    headers: tellingHeaders(response.headers),
    body: readBody(response.body),
  }
  const { differences, more } = jsonDifferences(before, after)
  return (
    <>
      <p class="row">
        <span>
          Then <ResponseStatus status={before.status} />, now <ResponseStatus status={after.status} />
        </span>
        <strong>
          {differences.length === 0
            ? 'The response is the same.'
            : `${differences.length}${more ? ' and more' : ''} ${nounText(differences.length, 'difference')}`}
        </strong>
      </p>
      {differences.length === 0 ? null : (
        <DifferenceTable
          label="Differences between the two responses"
          before="Then"
          after="Now"
          differences={differences}
        />
      )}
      <Payload title="Response now" headers={response.headers} body={response.body} open={false} />
    </>
  )
}
