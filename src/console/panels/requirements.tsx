/** Requirements: the results of a query, and one of them with everything around it. */
import type { QueryNames, QueryResult } from '../../control/responses/requirements.ts'
import { useEffect, useRef } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { useThrottledLive, useDebounced } from '../live/throttled.ts'
import { goTo } from '../state/route.ts'
import { world } from '../state/store.ts'
import { Card, Empty, Field, Problem } from '../ui/parts.tsx'
import type { PanelProps } from './panel.ts'
import { RequirementView } from './requirements/requirement.tsx'
import { NewRequirement } from './requirements/new-requirement.tsx'
import {
  chosenSite,
  chosenSpace,
  everyStatus,
  queryText,
  resultsOffset,
  type Site,
  useSites,
} from './requirements/places.ts'
import { QueryInput } from './requirements/query-input.tsx'
import { Results, RESULTS_AT_ONCE } from './requirements/results.tsx'
import type { QueryReading } from './requirements/types.ts'
import { Select } from '../ui/select.tsx'
import { Checkbox } from '../ui/form.tsx'

export function RequirementsPanel({ rest }: PanelProps) {
  const { sites, site: usual } = useSites()
  // A link from elsewhere may name the region: #/requirements/6001/us.
  const [id, region] = rest
  const named =
    region === undefined || usual?.region === region ? undefined : sites?.find((one) => one.region === region)
  const site = named ?? usual
  useEffect(() => {
    if (named !== undefined) chosenSite.value = named.value
  }, [named?.value])
  if (sites === undefined) return null
  if (site === undefined)
    return (
      <Card title="No wiki">
        <Empty>This world has no wiki and no workspace server. Load a scenario with one.</Empty>
      </Card>
    )
  return <Search sites={sites} site={site} id={id === undefined ? undefined : Number(id)} />
}

function Search({
  sites,
  site,
  id,
}: {
  readonly sites: readonly Site[]
  readonly site: Site
  readonly id: number | undefined
}) {
  const { read, good, isCurrent, error } = useQuery(site)
  const isChosen = id !== undefined && Number.isSafeInteger(id)
  const place = { applicationId: site.id, region: site.region, spaceKey: chosenSpace.value || undefined }
  return (
    <>
      <Card title="Find requirements" actions={<Places sites={sites} site={site} />}>
        <QueryInput
          value={queryText.value}
          onChange={(text) => {
            queryText.value = text
            resultsOffset.value = 0
          }}
          place={place}
          reading={read}
        />
        <Problem text={error} />
        {site.type === 'CONFLUENCE' ? (
          <div class="row">
            <NewRequirement site={site} />
          </div>
        ) : null}
      </Card>
      <div class={isChosen ? 'requirement-columns' : ''}>
        <Results
          found={good}
          state={read?.response.error !== undefined ? 'misread' : isCurrent ? 'current' : 'reading'}
          region={site.region}
          chosen={id}
          onChoose={(row) => goTo('requirements', row.id, site.region)}
        />
        {isChosen ? (
          <RequirementView key={`${world.value} ${site.region} ${id}`} id={id} site={site} />
        ) : (
          <Empty>Select a result to see its details, its graph and its actions.</Empty>
        )}
      </div>
    </>
  )
}

interface QueryRequest {
  readonly query: string
  readonly applicationId: number
  readonly region: string
  readonly spaceKey?: string
  readonly includeArchived: boolean
  readonly offset: number
  readonly limit: number
}

/** The last result of a query and the last result of a valid one, both for the same site and space. */
function useQuery(site: Site): {
  readonly read: QueryReading | undefined
  readonly good: QueryReading | undefined
  /** Whether `read` has the typed query and the selected page. */
  readonly isCurrent: boolean
  readonly error: string | undefined
} {
  const request: QueryRequest = {
    query: queryText.value,
    applicationId: site.id,
    region: site.region,
    ...(chosenSpace.value === '' ? {} : { spaceKey: chosenSpace.value }),
    includeArchived: everyStatus.value,
    offset: resultsOffset.value,
    limit: RESULTS_AT_ONCE,
  }
  const requestText = JSON.stringify(request)
  const settled = useDebounced(requestText, 120)
  const { data, error, latest } = useThrottledLive(settled, async (signal) => {
    const body = JSON.parse(settled) as QueryRequest
    const response = await control<QueryResult>('/query', { method: 'POST', body, signal })
    return { ...body, response }
  })
  const scope = JSON.stringify([world.value, site.value, request.spaceKey, request.includeArchived])
  const inScope = (one: typeof latest) =>
    one?.region === site.region &&
    one.applicationId === site.id &&
    one.spaceKey === request.spaceKey &&
    one.includeArchived === request.includeArchived
      ? one
      : undefined
  const good = useRef<{ readonly scope: string; readonly reading: QueryReading } | undefined>(undefined)
  const read = inScope(data ?? latest)
  if (read !== undefined && read.response.error === undefined) good.current = { scope, reading: read }
  return {
    read,
    good: good.current?.scope === scope ? good.current.reading : undefined,
    isCurrent: data !== undefined && settled === requestText,
    error,
  }
}

/** The site and space of the search. */
function Places({ sites, site }: { readonly sites: readonly Site[]; readonly site: Site }) {
  const { data } = useThrottledLive(`spaces of ${world.value} ${site.value}`, (signal) =>
    control<QueryNames>(`/query/names?applicationId=${site.id}&region=${site.region}`, {
      signal,
    }),
  )
  const anew = () => (resultsOffset.value = 0)
  return (
    <>
      <Field label="Site">
        <Select
          value={site.value}
          onChange={(chosen) => {
            chosenSite.value = chosen
            chosenSpace.value = ''
            anew()
            goTo('requirements')
          }}
          options={sites.map(({ value, name, region }) => ({ id: value, title: `${name} (${region})` }))}
        />
      </Field>
      <Field label="Space">
        <Select
          value={chosenSpace.value}
          onChange={(chosen) => {
            chosenSpace.value = chosen
            anew()
          }}
          options={[{ id: '', title: 'All' }, ...(data?.spaces ?? [])]}
        />
      </Field>
      <Checkbox
        checked={everyStatus.value}
        onChange={(checked) => {
          everyStatus.value = checked
          anew()
        }}
      >
        Include deleted, moved and frozen
      </Checkbox>
    </>
  )
}
