/** Writes a new requirement on a page of the wiki, as an author does. */
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import { useState } from 'preact/hooks'
import { actorNow } from '../../calls/acting.ts'
import { control, query } from '../../calls/api.ts'
import { attempt, useLive } from '../../live/live.ts'
import { goTo } from '../../state/route.ts'
import { world } from '../../state/store.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { Button, Dialog, Empty, Field, Problem } from '../../ui/parts.tsx'
import { Writes } from '../../ui/writes.tsx'
import { useUsers } from '../../ui/names.tsx'
import type { Site } from './places.ts'
import { Select } from '../../ui/select.tsx'
import { Form, Submit, TextField } from '../../ui/form.tsx'

interface Page {
  readonly pageId: number
  readonly name: string
  readonly spaceKey: string
}

/** Pages offered at once. */
const MAXIMUM_PAGES = 500

export function NewRequirement({ site }: { readonly site: Site }) {
  const [open, setOpen] = useState(false)
  // Loaded before the dialog opens, so that it shows at once who writes.
  const users = useUsers(site.region)
  return (
    <Writes>
      <Button onPress={() => setOpen(true)}>New requirement…</Button>
      {open ? <NewDialog site={site} users={users} onClose={() => setOpen(false)} /> : null}
    </Writes>
  )
}

function NewDialog(props: {
  readonly site: Site
  readonly users: readonly string[]
  readonly onClose: () => void
}) {
  const { site, users, onClose } = props
  const { id: applicationId, region } = site
  const pages = useLive(`pages of ${world.value} ${site.value}`, (signal) => readPages(site, signal)).data
  const [chosen, setChosen] = useState('')
  const [key, setKey] = useState('')
  const [html, setHtml] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const page = pages?.find(({ pageId }) => String(pageId) === chosen) ?? pages?.[0]
  const write = () => {
    setProblem(undefined)
    void attempt('', async () => {
      if (page === undefined) return
      const { pageId, spaceKey } = page
      const path = `/state/requirement${query({ applicationId, region, spaceKey, key, status: 'ACTIVE', limit: 1 })}`
      const find = async () => (await control<ListOf<{ id: number }>>(path)).items[0]
      // The page would take it as a new text of that requirement.
      if ((await find()) !== undefined)
        return setProblem(`${key} exists in ${spaceKey}: choose another key, or edit its text`)
      const user = actorNow()
      const by = { region, ...(user === '' ? {} : { as: user }) }
      await control(`/pages/${pageId}`, { method: 'PUT', body: { define: [{ key, html }], ...by } })
      await control(`/pages/${pageId}/view`, { method: 'POST', body: by })
      const made = await find()
      onClose()
      if (made !== undefined) goTo('requirements', made.id, region)
    })
  }
  if (pages?.length === 0)
    return (
      <Dialog title="New requirement" onClose={onClose}>
        <Empty>This site has no page to write it on. Select another site.</Empty>
      </Dialog>
    )
  return (
    <Dialog title="New requirement" onClose={onClose}>
      <Form class="edit-text" onSubmit={write}>
        <div class="row">
          <Field label="Page">
            <Select
              value={String(page?.pageId ?? '')}
              onChange={setChosen}
              options={(pages ?? []).map(({ pageId, name, spaceKey }) => ({
                id: String(pageId),
                title: `${name} (${spaceKey})`,
              }))}
            />
          </Field>
          <TextField
            label="Key"
            required
            size={14}
            placeholder="REQ-013"
            value={key}
            onInput={(text) => setKey(text.trim())}
          />
          <ActingAs users={users} />
        </div>
        <Field label="Text, as HTML" class="stacked">
          <textarea required rows={4} value={html} onInput={(event) => setHtml(event.currentTarget.value)} />
        </Field>
        <Problem text={problem} />
        <div class="row">
          <Submit>Write it</Submit>
          <Button onPress={onClose}>Cancel</Button>
          <span class="muted">The page is saved and viewed.</span>
        </div>
      </Form>
    </Dialog>
  )
}

/** The pages of a wiki, each with the key of its space. */
async function readPages({ id, region }: Site, signal: AbortSignal): Promise<Page[]> {
  const read = async (type: string) => {
    const path = `/state/container${query({ applicationId: id, region, type, limit: MAXIMUM_PAGES })}`
    return (await control<ListOf<ContainerRecord>>(path, { signal })).items
  }
  const [pages, spaces] = await Promise.all([read('PAGE'), read('SPACE')])
  const keys = new Map(spaces.map((space) => [space.id, space.spaceKey]))
  return pages.flatMap(({ pageId, name, projectContainerId }) => {
    const spaceKey = keys.get(projectContainerId)
    return pageId === undefined || spaceKey === undefined ? [] : { pageId, name, spaceKey }
  })
}
