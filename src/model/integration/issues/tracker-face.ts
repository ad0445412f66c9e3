/** The tracker's face of links: taking it off, and telling of it. */
import { dropFace } from '../../links/faces.ts'
import type { Writing } from '../../records/actor.ts'
import type { Store } from '../../../world/store/store.ts'
import { type IssueLinkRecord, issueLinks, type TrackerFace } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, trackerTextId, trackerTexts } from '../../records/tracker/tracker.ts'
import { recordIssueHistory } from './history.ts'

export type TrackerIssueLink = IssueLinkRecord & { readonly tracker: TrackerFace }

/** Drops the tracker's copy of a text that no link needs any more. */
export function forgetText(
  store: Store,
  serviceId: string,
  { applinkId, spaceKey, key, baseline }: TrackerFace,
): void {
  if (key === null) return
  const place = [serviceId, spaceKey, key, baseline ?? -1, applinkId]
  if (store.table(issueLinks).find('trackerRequirement', place) !== undefined) return
  store.table(trackerTexts).remove(trackerTextId(applinkId, spaceKey, key, baseline))
}

/** Removes the tracker's face of a link, and records it in the history of the issue. */
export function removeFace(writing: Writing, issue: IssueRecord, link: TrackerIssueLink): void {
  dropFace(writing.store, link, 'tracker')
  forgetText(writing.store, link.serviceId, link.tracker)
  recordIssueHistory(writing, issue.id, 'UNLINKED', sentenceOf(link.tracker))
}

type Named = Pick<TrackerFace, 'spaceKey' | 'key'> & { readonly baseline?: number | null | undefined }

/** `implements ENG/REQ-001` */
export function sentenceOf(face: Named & { readonly relationship: string }): string {
  return `${face.relationship} ${placeOf(face)}`
}

/** `ENG/REQ-001`, `ENG/REQ-001 of baseline 1` */
export function placeOf({ spaceKey, key, baseline }: Named): string {
  const frozen = baseline === null || baseline === undefined ? '' : ` of baseline ${baseline}`
  return `${spaceKey}/${key ?? '?'}${frozen}`
}
