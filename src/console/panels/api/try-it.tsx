/** A form that sends an operation as a selected user, filled in from the examples of its description. */
import { useState } from 'preact/hooks'
import { ADDRESSES } from '../../../api/framework/interfaces.ts'
import { snippetRequest } from '../../../snippets/recorded.ts'
import { type SnippetRequest, TOKEN } from '../../../snippets/request.ts'
import { SNIPPET_LANGUAGES, snippetOf } from '../../../snippets/snippet.ts'
import { actAs, actorAmong } from '../../calls/acting.ts'
import { backend } from '../../calls/backend.ts'
import type { ServiceResponse } from '../../calls/api.ts'
import { callInterface } from '../../calls/call-interface.ts'
import type { OperationEntry } from '../../calls/catalogue.ts'
import { attempt } from '../../live/live.ts'
import { world } from '../../state/store.ts'
import { UserSelect, useSites, useUsers } from '../../ui/names.tsx'
import { ErrorDocs } from '../../ui/docs-link.tsx'
import { CopyForms } from '../../ui/copy-forms.tsx'
import { Badge, Field, ResponseStatus } from '../../ui/parts.tsx'
import { AssumptionList } from '../journal/assumptions.tsx'
import { Payload } from '../journal/payload.tsx'
import {
  bodyExample,
  filledRequest,
  type FormValues,
  keyOf,
  missingParameters,
  type Parameter,
  type Placed,
  schemaText,
  valuesFromExamples,
} from './openapi.ts'
import { Select } from '../../ui/select.tsx'
import { Form, Submit } from '../../ui/form.tsx'

export function TryIt({ entry, placed }: { readonly entry: OperationEntry; readonly placed: Placed }) {
  const addresses = ADDRESSES.filter(
    (address) => address.interface === entry.interface && address.path !== '/eu/api',
  )
  const [server, setServer] = useState(addresses[0]?.path ?? '')
  const region = addresses.find(({ path }) => path === server)?.region ?? 'eu'
  const hosted = entry.interface.startsWith('hosted-')
  const product = entry.interface === 'hosted-tracker' ? 'JIRA' : 'CONFLUENCE'
  const sites = useSites(region).filter(({ type }) => type === product)
  const users = useUsers(region)
  const [chosenUser, setChosenUser] = useState<string | undefined>(undefined)
  const [site, setSite] = useState('')
  const [values, setValues] = useState<FormValues>(() => valuesFromExamples(placed))
  const [response, setResponse] = useState<ServiceResponse | undefined>(undefined)
  const user = chosenUser ?? (entry.anonymous ? '' : actorAmong(users))
  const siteAddress = site === '' ? sites[0]?.baseUrl : site
  const missing = missingParameters(placed, values)
  const request = filledRequest(placed, values, server)
  const set = (parameter: Parameter, value: string) =>
    setValues({ ...values, parameters: { ...values.parameters, [keyOf(parameter)]: value } })
  const send = () =>
    attempt('', async () => {
      const caller = { user, interface: entry.interface, region, site: siteAddress }
      const headers = { ...request.headers, 'X-Sim-Explain': '1' }
      setResponse(await callInterface(caller, { ...request, headers }))
    })
  return (
    <section class="try-it" aria-label="Try it">
      <h3>Try it</h3>
      <Form class="try-form" onSubmit={send}>
        <div class="row">
          <Field label="Acting as">
            <UserSelect
              value={user}
              users={users}
              onChange={(name) => {
                if (name !== '') actAs(name)
                setChosenUser(name)
              }}
            />
          </Field>
          {addresses.length < 2 ? null : (
            <Field label="Address">
              <Select value={server} onChange={setServer} options={addresses.map(({ path }) => path)} />
            </Field>
          )}
          {hosted ? (
            <Field label="Site">
              <Select
                value={siteAddress ?? ''}
                onChange={setSite}
                options={sites.map(({ name, baseUrl }) => ({ id: baseUrl ?? '', title: name }))}
              />
            </Field>
          ) : null}
        </div>
        <div class="try-fields">
          {placed.operation.parameters?.map((parameter) => (
            <ParameterField
              key={keyOf(parameter)}
              parameter={parameter}
              value={values.parameters[keyOf(parameter)] ?? ''}
              onInput={(value) => set(parameter, value)}
            />
          ))}
        </div>
        <BodyField placed={placed} values={values} onChange={setValues} />
        <p class="mono request-line" aria-label="The request line">
          {request.method} {request.path}
        </p>
        <div class="row">
          <Submit disabled={missing.length > 0}>Send</Submit>
          {missing.length === 0 ? null : <span class="muted">Fill in {missing.join(', ')} first.</span>}
        </div>
      </Form>
      <CopyForms
        forms={SNIPPET_LANGUAGES}
        write={(language) => ({
          text: snippetOf(language, copiedRequest(request, entry, user, siteAddress)),
        })}
        disabled={missing.length > 0}
      />
      {response === undefined ? null : <ResponseView response={response} />}
    </section>
  )
}

function ParameterField(props: {
  readonly parameter: Parameter
  readonly value: string
  readonly onInput: (value: string) => void
}) {
  const { parameter, value, onInput } = props
  const { name, required, schema, example, description } = parameter
  const choices = schema?.type === 'boolean' ? ['true', 'false'] : schema?.enum
  return (
    <label class="field stacked" title={`${description ?? ''} ${schemaText(schema)}`.trim()}>
      <span class="field-label">
        {name} <span aria-hidden="true">({parameter.in})</span>
        {required === true ? ', required' : ''}
      </span>
      {choices === undefined ? (
        <input
          value={value}
          placeholder={example === undefined ? '' : String(example)}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      ) : (
        <Select
          value={value}
          onChange={onInput}
          options={[{ id: '', title: 'not sent' }, ...choices.map(String)]}
        />
      )}
    </label>
  )
}

function BodyField(props: {
  readonly placed: Placed
  readonly values: FormValues
  readonly onChange: (values: FormValues) => void
}) {
  const { placed, values, onChange } = props
  const types = Object.keys(placed.operation.requestBody?.content ?? {})
  if (types.length === 0) return null
  return (
    <>
      {types.length < 2 ? null : (
        <Field label="Content type">
          <Select
            value={values.contentType}
            onChange={(contentType) =>
              onChange({ ...values, contentType, body: bodyExample(placed.operation, contentType) })
            }
            options={types}
          />
        </Field>
      )}
      <label class="field stacked">
        <span class="field-label">Body ({values.contentType})</span>
        <textarea
          rows={Math.min(12, Math.max(3, values.body.split('\n').length))}
          spellcheck={false}
          value={values.body}
          onInput={(event) => onChange({ ...values, body: event.currentTarget.value })}
        />
      </label>
    </>
  )
}

function ResponseView({ response }: { readonly response: ServiceResponse }) {
  const { 'x-sim-assumptions': assumptions = '', 'x-sim-ignored': ignored } = response.headers
  const { 'x-sim-suggestions': suggestions } = response.headers
  return (
    <div role="region" aria-label="Response" class="try-response">
      <p>
        Response <ResponseStatus status={response.status} />
        <ErrorDocs status={response.status} />
      </p>
      {ignored === undefined ? null : (
        <p>
          <Badge tone="warn">ignored</Badge> <span class="mono">{ignored}</span>
          {suggestions === undefined ? '' : ', did you mean: '}
          {suggestions === undefined ? null : <span class="mono">{suggestions}</span>}
        </p>
      )}
      <Payload title="Response" headers={response.headers} body={response.body} />
      <p class="muted">Assumptions in this response:</p>
      <AssumptionList ids={assumptions === '' ? [] : assumptions.split(',').map((id) => id.trim())} />
    </div>
  )
}

/** The request for a snippet, with a placeholder for the credential, which the console never displays. */
function copiedRequest(
  { method, path, headers, body }: ReturnType<typeof filledRequest>,
  { interface: name }: OperationEntry,
  user: string,
  site: string | undefined,
): SnippetRequest {
  const isHosted = name.startsWith('hosted-')
  const credential: Record<string, string> =
    user === '' ? {} : { [isHosted ? 'X-Api-Key' : 'Authorization']: TOKEN }
  const call = {
    world: world.peek(),
    user,
    request: {
      method,
      url: path,
      headers: {
        ...headers,
        ...(isHosted && site !== undefined ? { 'X-Base-Url': site } : {}),
        ...credential,
      },
      ...(body === undefined ? {} : { body }),
    },
  }
  return snippetRequest(call, backend.address)
}
