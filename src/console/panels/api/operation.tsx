/** One operation: its description, parameters and responses, and a form to send it. */
import type { InterfaceName } from '../../../api/framework/interfaces.ts'
import { control } from '../../calls/api.ts'
import type { OperationEntry } from '../../calls/catalogue.ts'
import { useOnce } from '../../state/once.ts'
import { DocsLink } from '../../ui/docs-link.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Badge, Card, Empty, PlainTable, Problem, ResponseStatus } from '../../ui/parts.tsx'
import { AssumptionList } from '../journal/assumptions.tsx'
import {
  responseOf,
  type Description,
  findPlaced,
  type Placed,
  placedByPath,
  schemasOf,
  schemaText,
} from './openapi.ts'
import { TryIt } from './try-it.tsx'

/** Read once, since it is the same for every world. */
function useDescription(name: InterfaceName) {
  return useOnce(`openapi ${name}`, () => control<Description>(`/openapi/${name}`))
}

export function OperationView({ entry }: { readonly entry: OperationEntry }) {
  const { data, error } = useDescription(entry.interface)
  const placed = data === undefined ? undefined : findPlaced(data, entry.id, entry.method, entry.path)
  return (
    <Card title={entry.id}>
      <p>
        {entry.summary} <DocsLink topic={entry.id} of={entry.id} />
      </p>
      <p class="mono request-line">
        {entry.method} {placed?.path ?? entry.path}
      </p>
      <Properties entry={entry} />
      <Problem text={error} />
      {placed === undefined || data === undefined ? (
        <Empty>
          {data === undefined
            ? 'Reading the description…'
            : 'The description does not contain this operation.'}
        </Empty>
      ) : (
        <>
          <TryIt key={entry.id} entry={entry} placed={placed} />
          <Parameters placed={placed} />
          <Body placed={placed} description={data} />
          <ResponseList placed={placed} description={data} />
        </>
      )}
    </Card>
  )
}

/** An operation of the user's own OpenAPI, which the simulator does not model. */
export function DescribedView({ entry }: { readonly entry: OperationEntry }) {
  const { id, method, path, describedBy } = entry
  return (
    <Card title={id}>
      <p class="mono request-line">
        {method} {path}
      </p>
      <p>
        <Badge tone="warn">from a schema</Badge> This operation is from your own OpenAPI document{' '}
        <span class="mono">{describedBy}</span>. The simulator does not model it: its responses are generated
        from the schemas in the file, have no state, and do not prove that a client works.
      </p>
      <TryIt key={id} entry={entry} placed={placedByPath(id, method, path)} />
      <p class="muted">The file describes its query parameters and its body.</p>
    </Card>
  )
}

function Properties({ entry }: { readonly entry: OperationEntry }) {
  const { stability, provenance, permission, rate, section, anonymous, assumptions } = entry
  const { otherPaths = [] } = entry
  return (
    <dl class="facts">
      {otherPaths.length > 0 && (
        <>
          <dt>Other paths</dt>
          <dd>{otherPaths.map(({ path }) => path).join(', ')}</dd>
        </>
      )}
      <dt>Stability</dt>
      <dd>
        <Badge>{stability}</Badge>
      </dd>
      <dt>Origin</dt>
      <dd>
        <Badge tone={provenance === 'documented' ? 'good' : provenance === 'observed' ? 'info' : 'warn'}>
          {provenance}
        </Badge>{' '}
        <span class="muted">service §{section}</span>
      </dd>
      <dt>Permission</dt>
      <dd>
        {anonymous ? 'no sign-in required' : permission.words}
        {permission.assumed === true ? <span class="muted"> (assumed)</span> : null}
      </dd>
      <dt>Rate class</dt>
      <dd>{rate}</dd>
      <dt>Assumptions</dt>
      <dd>
        <AssumptionList ids={assumptions} />
      </dd>
    </dl>
  )
}

function Parameters({ placed }: { readonly placed: Placed }) {
  const parameters = placed.operation.parameters ?? []
  if (parameters.length === 0) return <p class="muted">No parameters.</p>
  return (
    <details>
      <summary>Parameters ({parameters.length})</summary>
      <PlainTable label="Table of parameters" columns={['Name', 'In', 'Type', 'Meaning']}>
        {parameters.map((parameter) => (
          <tr key={`${parameter.in} ${parameter.name}`}>
            <th scope="row" class="mono">
              {parameter.name}
              {parameter.required === true ? <span class="muted"> required</span> : null}
            </th>
            <td>{parameter.in}</td>
            <td>{schemaText(parameter.schema)}</td>
            <td>{parameter.description}</td>
          </tr>
        ))}
      </PlainTable>
    </details>
  )
}

function Body({ placed, description }: { readonly placed: Placed; readonly description: Description }) {
  const content = Object.entries(placed.operation.requestBody?.content ?? {})
  return (
    <>
      {content.map(([type, { schema }]) =>
        schema === undefined ? null : (
          <details key={type}>
            <summary>Body ({type}): schema</summary>
            <JsonView value={schemasOf(description, schema)} label={`Schema of the body (${type})`} />
          </details>
        ),
      )}
    </>
  )
}

function ResponseList({
  placed,
  description,
}: {
  readonly placed: Placed
  readonly description: Description
}) {
  const responses = Object.entries(placed.operation.responses)
  return (
    <details>
      <summary>Responses ({responses.length})</summary>
      {responses.map(([status, declared]) => {
        const { description: words, content = {} } = responseOf(description, declared)
        const example = Object.values(content)[0]?.example
        return (
          <div key={status} class="declared-response">
            <p>
              <ResponseStatus status={Number(status)} /> {words}
            </p>
            {example === undefined || Number(status) >= 400 ? null : (
              <JsonView value={example} label={`Example of a response ${status}`} />
            )}
          </div>
        )
      })}
    </details>
  )
}
