/** The steps of every operation that writes requirements: find the rows, write, move, save their pages, show them. */
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { PageRewrites } from '../../../model/pages/saving.ts'
import { invalid } from '../../../model/input/errors.ts'
import {
  type Move,
  moveRequirement,
  moveRequirements,
  type MoveTarget,
} from '../../../model/requirements/writing/moving.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import { requirementOfSpace } from '../../../model/searching/versions.ts'
import {
  deleteRequirement,
  type Gathering,
  writeRequirement,
} from '../../../model/requirements/writing/writing.ts'
import { readSetting } from '../../../model/settings/settings.ts'
import { remarkMoved } from '../../shared/former-keys.ts'
import type { Context } from '../../framework/operation.ts'
import { editableSpace, writingOf } from '../common.ts'
import { type RequirementBody, requireMatch, textOf } from './body.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { createRequirementView, REQUIREMENT_ASSUMPTIONS } from '../requirement-shape.ts'

export const WRITE_ASSUMPTIONS = [...REQUIREMENT_ASSUMPTIONS, 'A58', 'A59', 'A60', 'A67'] as const
export const DELETE_ASSUMPTIONS = ['A51', 'A61', 'A67'] as const

export interface WriteItem {
  readonly space: ContainerRecord
  readonly key: string
  readonly body: RequirementBody
}

/** Throws NOT_FOUND or FORBIDDEN unless the caller may edit the space that a body moves its requirement to. */
export function authoriseMove(context: Context, { newSpaceKey }: RequirementBody): void {
  if (newSpaceKey !== undefined && newSpaceKey !== null) editableSpace(context, newSpaceKey)
}

/** Writes requirements, all or none, and moves those that get another place. Returns the changed rows in the same order. */
export function writeItems(context: Context, items: readonly WriteItem[]): RequirementRecord[] {
  refuseRepeated(items)
  context.note(ledger.effectsOfWriting)
  context.note(ledger.requirementMessages)
  const gathering = context.choose(ledger.textVisibility) === 'gather-on-view' ? 'at-view' : 'at-once'
  const rows = items.map(({ space, key }) => rowToWrite(context, space, key))
  const rewrites = new PageRewrites(writingOf(context))
  const oneByOne =
    items.length > 1 && items.some(isMoved) && context.choose(ledger.movingLists) === 'in-order'
  const moves: PlacedMove[] = []
  const written = items.map((item, position) => {
    const row = writeItem(context, rewrites, item, rows[position] as RequirementRecord, gathering)
    const target = targetOf(context, item)
    if (target === undefined) return row
    context.note(ledger.movingRequirement)
    if (oneByOne) return moveRequirement(writingOf(context), rewrites, row, target)
    moves.push({ row, target, position })
    return row
  })
  const arrived = moveRequirements(writingOf(context), rewrites, moves)
  for (const [index, { position }] of moves.entries()) written[position] = arrived[index] as RequirementRecord
  rewrites.save()
  return written
}

/** A former row refuses the write; where it went helps more than what it is. */
function rowToWrite(context: Context, space: ContainerRecord, key: string): RequirementRecord {
  const row = requirementOfSpace(context.store, space, key)
  remarkMoved(context, row)
  return row
}

/** A move, and the position of its item in the list. */
interface PlacedMove extends Move {
  readonly position: number
}

function writeItem(
  context: Context,
  rewrites: PageRewrites,
  item: WriteItem,
  row: RequirementRecord,
  gathering: Gathering,
): RequirementRecord {
  const { space, body } = item
  const leavesSpace = spaceOfTarget(context, item).id !== space.id
  const relationship = readSetting(context.store, context.config, space.applicationId, 'defaultRelationship')
  const text = textOf(row, body, { leavesSpace, relationship })
  return writeRequirement(writingOf(context), rewrites, row, text, gathering)
}

/** True if the body names a place that may be another one. */
function isMoved({ space, key, body: { newSpaceKey, newKey } }: WriteItem): boolean {
  return (newSpaceKey ?? space.key) !== space.key || (newKey ?? key) !== key
}

function spaceOfTarget(context: Context, { space, body: { newSpaceKey } }: WriteItem): ContainerRecord {
  return newSpaceKey === undefined || newSpaceKey === null ? space : editableSpace(context, newSpaceKey)
}

/** Where an item moves its requirement; undefined if it stays where it is. */
function targetOf(context: Context, item: WriteItem): MoveTarget | undefined {
  const { newKey, page } = item.body
  const space = spaceOfTarget(context, item)
  const key = newKey ?? item.key
  if (space.id === item.space.id && key === item.key) return undefined
  return { space, key, pageId: page?.pageId ?? undefined }
}

export function deleteByKey(context: Context, space: ContainerRecord, key: string) {
  context.note(ledger.deletingRequirement)
  context.note(ledger.requirementMessages)
  const rewrites = new PageRewrites(writingOf(context))
  deleteRequirement(writingOf(context), rewrites, rowToWrite(context, space, key))
  rewrites.save()
}

/** Writes the requirement that a URL names and shows it. */
export function writeOne(context: Context, space: ContainerRecord, key: string, body: RequirementBody) {
  requireMatch(body, space, key)
  const [row] = writeItems(context, [{ space, key, body }])
  return createRequirementView(context).show(row as RequirementRecord)
}

/** Shows requirements in their order. */
export function showAll(context: Context, rows: readonly RequirementRecord[]) {
  const view = createRequirementView(context)
  return rows.map((row) => view.show(row))
}

function refuseRepeated(items: readonly WriteItem[]): void {
  const seen = new Set<string>()
  for (const { space, key } of items) {
    const name = `${space.id}/${key}`
    if (seen.has(name)) throw invalid('body: key', key, 'is there twice; send each requirement once')
    seen.add(name)
  }
}
