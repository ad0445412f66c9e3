/** The tracker's view of links: taking it off, and telling of it. */
import { dropView } from '../../links/views.ts'
import type { Writing } from '../../records/actor.ts'
import type { Store } from '../../../world/store/store.ts'
import { type IssueLinkRecord, issueLinks, type TrackerView } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, trackerTextId, trackerTexts } from '../../records/tracker/tracker.ts'
import { recordIssueHistory } from './history.ts'

export type TrackerIssueLink = IssueLinkRecord & { readonly tracker: TrackerView }

/** Drops the tracker's copy of a text that no link needs any more. */
export function forgetText(
  store: Store,
  serviceId: string,
  { applinkId, spaceKey, key, baseline }: TrackerView,
): void {
  if (key === null) return
  const place = [serviceId, spaceKey, key, baseline ?? -1, applinkId]
  if (store.table(issueLinks).find('trackerRequirement', place) !== undefined) return
  store.table(trackerTexts).remove(trackerTextId(applinkId, spaceKey, key, baseline))
}

/** Removes the tracker's view of a link, and records it in the history of the issue. */
export function removeView(writing: Writing, issue: IssueRecord, link: TrackerIssueLink): void {
  dropView(writing.store, link, 'tracker')
  forgetText(writing.store, link.serviceId, link.tracker)
  recordIssueHistory(writing, issue.id, 'UNLINKED', sentenceOf(link.tracker))
}

type Named = Pick<TrackerView, 'spaceKey' | 'key'> & { readonly baseline?: number | null | undefined }

/** `implements ENG/REQ-001` */
export function sentenceOf(view: Named & { readonly relationship: string }): string {
  return `${view.relationship} ${placeOf(view)}`
}

/** `ENG/REQ-001`, `ENG/REQ-001 of baseline 1` */
export function placeOf({ spaceKey, key, baseline }: Named): string {
  const frozen = baseline === null || baseline === undefined ? '' : ` of baseline ${baseline}`
  return `${spaceKey}/${key ?? '?'}${frozen}`
}
