/** Actions on a requirement: edit its text on its page, and view the page. */
import type { OutboundMessageRecord } from '../../../model/records/tracker/outbound-messages.ts'
import type { Page, PageDefinition } from '../../../control/responses/editing.ts'
import type { Requirement } from '../../../control/responses/requirements.ts'
import { useState } from 'preact/hooks'
import { actorNow } from '../../calls/acting.ts'
import { control } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { goTo } from '../../state/route.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { Button, Dialog, Field, InertHtml, Problem } from '../../ui/parts.tsx'
import { callForJson } from '../../calls/as-user.ts'
import { withMessages } from './messages.tsx'
import { useUsers } from '../../ui/names.tsx'
import type { Site } from './places.ts'
import { Writes } from '../../ui/writes.tsx'
import { Checkbox, Form, Submit, TextField } from '../../ui/form.tsx'

export interface RequirementActions {
  readonly requirement: Requirement
  readonly site: Site
  readonly onMessages: (messages: readonly OutboundMessageRecord[]) => void
}

export function Actions({ requirement, site, onMessages }: RequirementActions) {
  const [editing, setEditing] = useState<PageDefinition | undefined>(undefined)
  const [renaming, setRenaming] = useState(false)
  const { key, spaceKey, page, baseline } = requirement
  const { region } = site
  if (baseline !== undefined) return <span class="muted">frozen: cannot be edited</span>
  if (page === undefined) return <span class="muted">on no page: cannot be edited here</span>
  const begin = () =>
    attempt('', async () => {
      const { definitions } = await control<Page>(`/pages/${page.id}?region=${region}`)
      setEditing(
        definitions.find((one) => one.key === key) ?? { key, html: '', properties: [], dependencies: [] },
      )
    })
  const view = () =>
    attempt(`Page ${page.title} viewed`, async () => {
      onMessages(await withMessages(region, () => viewPage(page.id, region)))
    })
  return (
    <Writes>
      <ActingUser site={site} />
      <Button onPress={begin}>Edit text…</Button>
      {site.selfHosted && site.type === 'CONFLUENCE' ? (
        <Button onPress={() => setRenaming(true)}>Change key…</Button>
      ) : null}
      <Button onPress={view} title="Viewing a page gathers the texts saved since the last view">
        View page
      </Button>
      {renaming ? (
        <KeyDialog
          title={`Change the key of ${key}`}
          initial={key}
          onClose={() => setRenaming(false)}
          onSave={(newKey) =>
            attempt(`${key} is now ${newKey}`, async () => {
              const path = `/wiki/rest/reqs/1/requirement2/${encodeURIComponent(spaceKey)}/${encodeURIComponent(key)}`
              const body = JSON.stringify({ newKey })
              const { id } = await callForJson<{ id: number }>(actorNow(), { method: 'PUT', path, body })
              setRenaming(false)
              // The requirement goes on as another record; this one says where it moved.
              goTo('requirements', id, region)
            })
          }
        />
      ) : null}
      {editing === undefined ? null : (
        <EditDialog
          definition={editing}
          title={`Edit ${key} on page ${page.title}`}
          onClose={() => setEditing(undefined)}
          onSave={(html, andView) =>
            attempt(andView ? `${key} saved, its page viewed` : `${key} saved`, async () => {
              const made = await withMessages(region, async () => {
                await control(`/pages/${page.id}`, {
                  method: 'PUT',
                  body: { define: [{ ...editing, html }], region, ...asUser() },
                })
                if (andView) await viewPage(page.id, region)
              })
              onMessages(made)
              setEditing(undefined)
            })
          }
        />
      )}
    </Writes>
  )
}

function asUser(): { as?: string } {
  const user = actorNow()
  return user === '' ? {} : { as: user }
}

function viewPage(id: number, region: string): Promise<unknown> {
  return control(`/pages/${id}/view`, { method: 'POST', body: { region, ...asUser() } })
}

/** The user who acts on a requirement. */
function ActingUser({ site }: { readonly site: Site }) {
  return <ActingAs users={useUsers(site.region)} />
}

function KeyDialog(props: {
  readonly title: string
  readonly initial: string
  readonly onClose: () => void
  readonly onSave: (key: string) => Promise<unknown>
}) {
  const [key, setKey] = useState(props.initial)
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>The tracker gets a message. Frozen baselines keep the old key.</p>
      <Form onSubmit={() => props.onSave(key.trim())}>
        <TextField label="New key" required size={14} value={key} onInput={setKey} />
        <Submit disabled={key.trim() === props.initial}>Change it</Submit>
        <Button onPress={props.onClose}>Cancel</Button>
      </Form>
    </Dialog>
  )
}

function EditDialog(props: {
  readonly definition: PageDefinition
  readonly title: string
  readonly onClose: () => void
  readonly onSave: (html: string, andView: boolean) => Promise<unknown>
}) {
  const [html, setHtml] = useState(props.definition.html)
  const [andView, setAndView] = useState(true)
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Form class="edit-text" onSubmit={() => props.onSave(html, andView)}>
        <Field label="Text, as HTML" class="stacked">
          <textarea rows={6} value={html} onInput={(event) => setHtml(event.currentTarget.value)} />
        </Field>
        <span class="field-label">Preview</span>
        <InertHtml html={html} title="Preview" />
        <Checkbox checked={andView} onChange={setAndView}>
          View the page at once, to gather the new text
        </Checkbox>
        <Problem text={html.trim() === '' ? 'The text is empty.' : undefined} />
        <div class="row">
          <Submit>Save the page</Submit>
          <Button onPress={props.onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  )
}
