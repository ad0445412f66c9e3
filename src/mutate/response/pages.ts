/** Mutants of pages: one that repeats the first page, and one that skips an item. */
import type { Operation } from '../../api/framework/operation.ts'
import { isSuccess, jsonOf, responseMutant, withBody, type ResponseMutant } from './make.ts'
import { firstPageOf, isLaterPage, type Offsets, offsetsOf } from './offsets.ts'
import { ITEMS, type Path, type Place, type Spot, spotsAt, valueOf } from './places.ts'

export function pageMutants(operation: Operation, places: readonly Place[]): ResponseMutant[] {
  const offsets = offsetsOf(operation)
  const list = pageOf(places)
  const isPaged = offsets.inQuery || offsets.inBody.length > 0
  if (list === undefined || !isPaged) return []
  return [repeatedPage(operation, offsets, list), skippedItem(operation, offsets, list)]
}

function repeatedPage(operation: Operation, offsets: Offsets, list: Path): ResponseMutant {
  const mistake = {
    kind: 'page-repeated',
    did: 'returned the items of the first page on every later page',
    hint: 'read a later page and compare its items with the expected ones',
  } as const
  return responseMutant(operation, mistake, (call, handle, reached, refused) => {
    const first = refused === undefined ? firstPageOf(call, offsets) : undefined
    if (first === undefined) return handle(call, refused)
    const page = handle(first)
    const entry = handle(call)
    const box = isSuccess(page, operation) ? jsonOf(page) : undefined
    const items = box === undefined ? [] : spotsAt(box, list).map(valueOf)
    const repeat = (own: Spot): void => {
      for (const { holder, name } of spotsAt(own, list)) holder[name] = items[0] ?? holder[name]
    }
    return withBody(entry, operation, repeat, reached)
  })
}

function skippedItem(operation: Operation, offsets: Offsets, list: Path): ResponseMutant {
  const mistake = {
    kind: 'page-skips',
    did: 'left out the first item of every later page',
    hint: 'read all pages and expect every item once',
  } as const
  const skip = (box: Spot): void => {
    for (const spot of spotsAt(box, list)) {
      const items = valueOf(spot)
      if (Array.isArray(items)) spot.holder[spot.name] = items.slice(1)
    }
  }
  return responseMutant(operation, mistake, (call, handle, reached, refused) => {
    const isLater = isLaterPage(call, offsets)
    const entry = handle(call, refused)
    return isLater ? withBody(entry, operation, skip, reached) : entry
  })
}

/** The outermost list, whose items are those of the page. */
function pageOf(places: readonly Place[]): Path | undefined {
  const lists = places.filter(({ path, shape }) => shape.kinds.has('list') && !path.includes(ITEMS))
  return lists.sort((a, b) => a.path.length - b.path.length)[0]?.path
}
