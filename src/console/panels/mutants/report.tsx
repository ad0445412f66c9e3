/** What a report says: the survivors in sentences, and the figures. */
import { useState } from 'preact/hooks'
import { useOperations } from '../../calls/catalogue.ts'
import { href } from '../../state/route.ts'
import { Pager } from '../../ui/pager.tsx'
import { Badge, Card, Empty, Field, PlainTable } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Writes } from '../../ui/writes.tsx'
import { countText, nounText } from '../../words/text.ts'
import { chooseMutants, type Figures, figuresBy, figuresOf } from './figures.ts'
import { filter } from './opened.ts'
import type { Mutant, MutantStatus, MutationReport } from './read.ts'
import { ruleOfMutant } from './rule.ts'
import { AddButton } from './switch.tsx'

/** Mutants on a page of the list. */
const SHOWN = 10
/** Tests that are named. */
const NAMED = 3

const STATUS_WORDS: Readonly<Record<MutantStatus, string>> = {
  survived: 'survived',
  killed: 'killed',
  timeout: 'took too long',
  'not-reached': 'not reached',
}

export function SurvivorsCard({ report }: { readonly report: MutationReport }) {
  const { mutants } = report
  const { counts, score } = figuresOf('', mutants)
  const reached = counts.survived + counts.killed + counts.timeout
  const chosen = chooseMutants(mutants, filter.value)
  const { status, kind, place } = filter.value
  return (
    <Card
      title={status === 'survived' ? 'Survivors' : 'Mutants'}
      actions={
        <span class="muted">
          {chosen.length} of {countText(mutants.length, 'mutant')}
        </span>
      }
    >
      <p>
        <strong>{headSentence(counts.survived, reached)}</strong>{' '}
        {score === undefined ? '' : `Score ${score} %.`}
      </p>
      <Filters mutants={mutants} />
      {chosen.length === 0 ? <Empty>{emptyText(counts.survived)}</Empty> : null}
      <MutantList key={`${status} ${kind} ${place}`} mutants={chosen} />
    </Card>
  )
}

function headSentence(survived: number, reached: number): string {
  if (reached === 0) return 'The tests reached no mistake of the service.'
  if (survived === 0)
    return `The tests notice ${reached === 1 ? 'the one mistake' : `all ${countText(reached, 'mistake')}`} that they reached.`
  return `The tests would not notice ${survived} of ${countText(reached, 'mistake')} of the service that they reached.`
}

function emptyText(survived: number): string {
  return survived === 0 && filter.value.status === 'survived'
    ? 'No mutant survived.'
    : 'No mutant has all of this. Choose another status, kind or operation.'
}

function Filters({ mutants }: { readonly mutants: readonly Mutant[] }) {
  const { status, kind, place } = filter.value
  const set = (change: Partial<typeof filter.value>) => {
    filter.value = { ...filter.value, ...change }
  }
  const all = { id: '', title: 'all' }
  const groups = [...new Set(mutants.map(({ group }) => group))]
  const kinds = groups.flatMap((group) => [
    { id: group as string, title: `${group}: all` },
    ...[...new Set(mutants.flatMap((each) => (each.group === group ? [each.kind] : [])))]
      .toSorted()
      .map((id) => ({ id: id as string, title: `${group}: ${id}` })),
  ])
  const places = [...new Set(mutants.map((each) => each.place))].toSorted()
  return (
    <div class="row" role="search" aria-label="Filter mutants">
      <Field label="Status" class="stacked">
        <Select
          value={status}
          onChange={(next) => set({ status: next })}
          options={[
            { id: '' as const, title: 'all' },
            ...(Object.keys(STATUS_WORDS) as MutantStatus[]).map((id) => ({ id, title: STATUS_WORDS[id] })),
          ]}
        />
      </Field>
      <Field label="Kind" class="stacked">
        <Select value={kind} onChange={(next) => set({ kind: next })} options={[all, ...kinds]} />
      </Field>
      <Field label="Operation" class="stacked">
        <Select value={place} onChange={(next) => set({ place: next })} options={[all, ...places]} />
      </Field>
    </div>
  )
}

function MutantList({ mutants }: { readonly mutants: readonly Mutant[] }) {
  const [offset, setOffset] = useState(0)
  return (
    <>
      <ol class="mutant-list" start={offset + 1}>
        {mutants.slice(offset, offset + SHOWN).map((mutant) => (
          <MutantItem key={mutant.id} mutant={mutant} />
        ))}
      </ol>
      {mutants.length <= SHOWN ? null : (
        <Pager
          label="Pages of mutants"
          offset={offset}
          limit={SHOWN}
          total={mutants.length}
          onMove={setOffset}
        />
      )}
    </>
  )
}

function MutantItem({ mutant }: { readonly mutant: Mutant }) {
  const { id, status, sentence, hint, coveredBy, killedBy, message } = mutant
  const operations = useOperations().data ?? []
  const rule = ruleOfMutant(mutant)
  return (
    <li class="mutant">
      <div class="mutant-words">
        {status === 'survived' ? (
          <strong>
            Your tests would not notice if <Words text={sentence} />.
          </strong>
        ) : (
          <span>
            <Badge tone={status === 'not-reached' ? 'neutral' : 'good'}>{STATUS_WORDS[status]}</Badge>{' '}
            <Words text={sentence} />.
          </span>
        )}
        {hint === undefined ? null : (
          <p>
            To notice it: <Words text={hint} />.
          </p>
        )}
        {killedBy === undefined ? null : <p class="muted">Noticed by: {killedBy}</p>}
        {message === undefined ? null : <p class="muted">{message}</p>}
        {coveredBy.length === 0 || killedBy !== undefined ? null : (
          <p class="muted">Reached by: {testsText(coveredBy)}</p>
        )}
        <p class="muted mono mutant-id">
          <Place mutant={mutant} isOperation={operations.some((each) => each.id === mutant.place)} />
          {id.slice(mutant.place.length)}
        </p>
      </div>
      {rule === undefined ? (
        <p class="muted">
          A server with it: <code>npx reqsim serve demo --mutant {id}</code>
        </p>
      ) : (
        <div class="mutant-action">
          <Writes>
            <AddButton rule={rule} label={`Put into the world: ${id}`} />
          </Writes>
        </div>
      )}
    </li>
  )
}

/** A sentence with names between backticks in the letters of code. */
function Words({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
}

function Place(props: { readonly mutant: Mutant; readonly isOperation: boolean }) {
  const { place } = props.mutant
  return props.isOperation ? <a href={href('api', place)}>{place}</a> : <>{place}</>
}

function testsText(tests: readonly string[]): string {
  const more = tests.length - NAMED
  const named = tests.slice(0, NAMED).join('; ')
  return more > 0 ? `${named}; and ${more} more` : named
}

export function FiguresCard({ name, report }: { readonly name: string; readonly report: MutationReport }) {
  const { command, left = 0, mutants } = report
  const { counts, score } = figuresOf('', mutants)
  return (
    <Card title="Figures" actions={<span class="muted">{command ?? name}</span>}>
      <div class="figures">
        <Figure value={scoreText(score)} of="score: noticed of those reached" />
        <Figure value={counts.survived} of={nounText(counts.survived, 'survivor')} />
        <Figure value={counts.killed} of="killed" />
        <Figure value={counts.timeout} of="took too long" />
        <Figure value={counts['not-reached']} of="changed nothing in the run" />
        {left === 0 ? null : <Figure value={left} of="had no turn" />}
      </div>
      <FigureTable label="By group" first="Group" figures={figuresBy(mutants, 'group')} />
      <FigureTable label="By operation" first="Operation" figures={figuresBy(mutants, 'place')} />
    </Card>
  )
}

function Figure(props: { readonly value: string | number; readonly of: string }) {
  return (
    <div class="figure">
      <strong>{props.value}</strong>
      <span>{props.of}</span>
    </div>
  )
}

function scoreText(score: number | undefined): string {
  return score === undefined ? '–' : `${score} %`
}

function FigureTable(props: {
  readonly label: string
  readonly first: string
  readonly figures: readonly Figures[]
}) {
  const operations = useOperations().data ?? []
  return (
    <PlainTable
      label={props.label}
      columns={[props.first, 'Score', 'Survived', 'Killed', 'Too long', 'Not reached']}
    >
      {props.figures.map(({ name, score, counts }) => (
        <tr key={name}>
          <th scope="row">
            {operations.some(({ id }) => id === name) ? <a href={href('api', name)}>{name}</a> : name}
          </th>
          <td>{scoreText(score)}</td>
          <td>{counts.survived}</td>
          <td>{counts.killed}</td>
          <td>{counts.timeout}</td>
          <td>{counts['not-reached']}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
