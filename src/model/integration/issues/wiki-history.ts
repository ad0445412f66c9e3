/** Issue links in the histories of the wiki's requirements. */
import { changeOf } from '../../history/changes.ts'
import { recordHistory } from '../../history/history.ts'
import type { Connection } from '../../links/connection.ts'
import type { LinkFacts } from '../../links/views.ts'
import { noteEventOf } from '../../records/machines/requirement-machine.ts'
import { wikiRequirement } from './tracker-texts.ts'

/** Records the change of a link in the history of its requirement; undefined stands for no link. */
export function recordLinkInWiki(
  connection: Connection,
  { spaceKey, key, baseline }: LinkFacts,
  before: LinkFacts | undefined,
  after: LinkFacts | undefined,
): void {
  const row = wikiRequirement(connection, spaceKey, key, baseline ?? null)
  if (row === undefined) return
  const textOf = (facts: LinkFacts | undefined) => facts && `${facts.relationship} ${facts.issueKey}`
  const change = changeOf('issues', textOf(before), textOf(after))
  const event = after === undefined ? 'UNLINKED' : 'LINKED'
  recordHistory(connection, row.id, event, [change])
  noteEventOf(connection.store, row, event)
}
