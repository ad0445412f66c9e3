/** Requirements: found by a query, and one of them with all that belongs to it and stands around it. */
import { useEffect } from 'preact/hooks'
import { control } from '../api.ts'
import { useCalmLive, useSettled } from '../calm.ts'
import { goTo } from '../route.ts'
import { world } from '../store.ts'
import { Card, Empty, Field, Problem } from '../ui/parts.tsx'
import type { PanelProps } from './registry.ts'
import { RequirementView } from './requirements/requirement.tsx'
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
import type { QueryAnswer } from './requirements/types.ts'

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
        <Empty>This world has no wiki and no workspace server: load a scenario that has one.</Empty>
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
  const { answer, error } = useQuery(site)
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
          error={answer?.error}
          explanation={answer?.explanation}
        />
        <Problem text={error} />
      </Card>
      <div class={isChosen ? 'requirement-columns' : ''}>
        <Results answer={answer} chosen={id} onChoose={(row) => goTo('requirements', row.id, site.region)} />
        {isChosen ? (
          <RequirementView key={`${world.value} ${site.region} ${id}`} id={id} site={site} />
        ) : (
          <Empty>Choose one of the results to see it, what is around it, and what can be done with it.</Empty>
        )}
      </div>
    </>
  )
}

function useQuery(site: Site): {
  readonly answer: QueryAnswer | undefined
  readonly error: string | undefined
} {
  const asked = {
    query: queryText.value,
    applicationId: site.id,
    region: site.region,
    ...(chosenSpace.value === '' ? {} : { spaceKey: chosenSpace.value }),
    includeArchived: everyStatus.value,
    offset: resultsOffset.value,
    limit: RESULTS_AT_ONCE,
  }
  const settled = useSettled(JSON.stringify([world.value, asked]), 120)
  const { data, error } = useCalmLive(settled, (signal) =>
    control<QueryAnswer>('/query', { method: 'POST', body: asked, signal }),
  )
  return { answer: data, error }
}

/** What the search is limited to. */
function Places({ sites, site }: { readonly sites: readonly Site[]; readonly site: Site }) {
  const { data } = useCalmLive(`spaces of ${world.value} ${site.value}`, (signal) =>
    control<{ spaces: readonly string[] }>(`/query/names?applicationId=${site.id}&region=${site.region}`, {
      signal,
    }),
  )
  const anew = () => (resultsOffset.value = 0)
  return (
    <>
      <Field label="Site">
        <select
          value={site.value}
          onChange={(event) => {
            chosenSite.value = event.currentTarget.value
            chosenSpace.value = ''
            anew()
            goTo('requirements')
          }}
        >
          {sites.map(({ value, name, region }) => (
            <option key={value} value={value}>
              {name} ({region})
            </option>
          ))}
        </select>
      </Field>
      <Field label="Space">
        <select
          value={chosenSpace.value}
          onChange={(event) => {
            chosenSpace.value = event.currentTarget.value
            anew()
          }}
        >
          <option value="">All</option>
          {(data?.spaces ?? []).map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </select>
      </Field>
      <label class="field">
        <input
          type="checkbox"
          checked={everyStatus.value}
          onChange={(event) => {
            everyStatus.value = event.currentTarget.checked
            anew()
          }}
        />
        Deleted, moved and frozen ones too
      </label>
    </>
  )
}
