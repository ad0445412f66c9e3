/** The issues linked to a requirement, with actions that link and unlink one as a user of the wiki. */
import type { ShownLink } from '../../../control/responses/requirements.ts'
import { useState } from 'preact/hooks'
import { actorNow } from '../../calls/acting.ts'
import { query } from '../../calls/api.ts'
import { callForJson } from '../../calls/as-user.ts'
import { attempt } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { Badge, Button, Card, Empty } from '../../ui/parts.tsx'
import type { RequirementActions } from './actions.tsx'
import { addressOfIssue } from './graph-layout.ts'
import { withMessages } from './messages.tsx'
import { Writes } from '../../ui/writes.tsx'
import { Form, Submit, TextField } from '../../ui/form.tsx'

export function Issues({ requirement, site, onMessages }: RequirementActions) {
  const { key, spaceKey, baseline, issues } = requirement
  const linkable = site.selfHosted && site.type === 'CONFLUENCE'
  const change = (what: string, method: string, issueKey: string, relationship: string) =>
    attempt(what, async () => {
      const path = `/wiki/rest/reqs/1/requirement2/${encodeURIComponent(spaceKey)}/${encodeURIComponent(key)}/link/issue/${encodeURIComponent(issueKey)}${query({ relationship, baseline })}`
      const user = actorNow()
      onMessages(await withMessages(site.region, () => callForJson(user, { method, path })))
    })
  return (
    <Card title={`Issues (${issues.length})`}>
      {issues.length === 0 ? <Empty>No linked issues.</Empty> : null}
      <Writes>
        <ul class="requirement-issues">
          {issues.map((link) => (
            <li key={link.id}>
              <a href={href(...addressOfIssue(link, site.region))}>{link.issueKey}</a> {link.relationship} it
              <IssueFacts link={link} />
              {linkable && link.shownBy.includes('wiki') ? (
                <Button
                  label={`Unlink ${link.issueKey}`}
                  onPress={() =>
                    change(`${link.issueKey} unlinked`, 'DELETE', link.issueKey, link.relationship)
                  }
                >
                  Unlink
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {linkable ? (
          <LinkForm
            onLink={(issueKey, relationship) => change(`${issueKey} linked`, 'PUT', issueKey, relationship)}
          />
        ) : (
          <p class="muted">Links can be created only on the self-hosted wiki.</p>
        )}
      </Writes>
    </Card>
  )
}

function IssueFacts({ link }: { readonly link: ShownLink }) {
  const { summary, status, shownBy } = link
  return (
    <>
      {summary === undefined ? null : <span>: {summary}</span>}{' '}
      {status === undefined ? null : <Badge>{status}</Badge>}{' '}
      {shownBy.length === 2 ? null : (
        <Badge tone="warn" title="The two products differ until the next synchronisation or a repair">
          only the {shownBy[0]} shows it
        </Badge>
      )}{' '}
    </>
  )
}

function LinkForm({
  onLink,
}: {
  readonly onLink: (issueKey: string, relationship: string) => Promise<unknown>
}) {
  const [issueKey, setIssueKey] = useState('')
  const [relationship, setRelationship] = useState('implements')
  return (
    <Form onSubmit={() => onLink(issueKey.trim(), relationship.trim()).then(() => setIssueKey(''))}>
      <TextField
        label="Issue key"
        required
        size={10}
        placeholder="DRN-3"
        value={issueKey}
        onInput={setIssueKey}
      />
      <TextField label="Relationship" required size={12} value={relationship} onInput={setRelationship} />
      <Submit kind="plain">Link an issue</Submit>
    </Form>
  )
}
