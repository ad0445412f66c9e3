/** Steps that write pages and requirements of the wiki. */
import type { Draw } from '../draw.ts'
import { API, CONTROL, get, post, put, remove, type Walker, WIKI } from '../walker.ts'
import {
  anyKey,
  freeKey,
  parents,
  rowsOf,
  SPACES,
  step,
  type StepKind,
  text,
  variantsOf,
  WIKI_SITE,
  pathOf,
} from './kind.ts'

const pageOf = (walker: Walker, draw: Draw) => draw.pick(walker.state('page'))

const definition = (walker: Walker, draw: Draw, key: string) => ({
  key,
  html: text(draw),
  ...(draw.chance(30) ? { properties: { Priority: draw.of('High', 'Low') } } : {}),
  ...(draw.chance(30) ? { dependencies: parents(walker, draw) } : {}),
})

const isFree = (walker: Walker, space: string, key: string) =>
  !rowsOf(walker).some((row) => row.spaceKey === space && row.key === key)

/** A rotation, shift or swap of keys in one list: each takes the key of another, or a free one. */
function permutation(walker: Walker, draw: Draw) {
  const own = rowsOf(walker).filter(({ spaceKey }) => spaceKey === 'ENG')
  const rows = draw.some(own, 4)
  const keys = rows.map(({ key }) => key)
  if (draw.chance(50)) keys.push(freeKey(walker, draw, 'ENG'))
  const by = 1 + draw.below(keys.length)
  const body = rows.map(({ key }, at) => ({
    key,
    newKey: keys[(at + by) % keys.length],
    ...(draw.chance(20) ? { htmlExcerpt: text(draw) } : {}),
    ...(draw.chance(10) ? { newSpaceKey: 'OPS' } : {}),
  }))
  return draw.chance(50) ? body.toReversed() : body
}

export const authoringKinds: readonly StepKind[] = [
  step('page.create', 3, (walker, draw) => {
    const space = draw.of(...SPACES)
    const key = freeKey(walker, draw, space)
    const content = draw.chance(70) ? [definition(walker, draw, key)] : []
    return post(`${CONTROL}/pages`, { title: `Page ${draw.below(5)}`, spaceKey: space, content })
  }),
  step('page.define', 6, (walker, draw) => {
    const page = pageOf(walker, draw)
    if (page === undefined) return undefined
    const own = draw.pick(page.definitions)?.key
    const key = own !== undefined && draw.chance(60) ? own : freeKey(walker, draw, page.spaceKey)
    return put(`${CONTROL}/pages/${page.id}`, { define: [definition(walker, draw, key)] })
  }),
  step('page.undefine', 3, (walker, draw) => {
    const page = draw.pick(walker.state('page').filter(({ definitions }) => definitions.length > 0))
    const key = page && draw.pick(page.definitions)?.key
    if (page === undefined || key === undefined) return undefined
    return put(`${CONTROL}/pages/${page.id}`, { undefine: [key] })
  }),
  step('page.delete', 1, (walker, draw) => {
    const page = pageOf(walker, draw)
    return page && remove(`${CONTROL}/pages/${page.id}`)
  }),
  step('page.remove', 1, (walker, draw) => {
    const page = pageOf(walker, draw)
    if (page === undefined) return undefined
    if (draw.chance(50)) return remove(`${WIKI}/uninstall/pages/${page.id}`)
    return remove(`${API}/containers/${page.containerId}?applicationId=${WIKI_SITE}`)
  }),
  step('settings.extended', 1, (_walker, draw) =>
    put(`${WIKI}/settings/extendedModeSpaces`, { value: draw.of([], ['ENG'], ['ENG', 'OPS']) }),
  ),
  step('page.view', 5, (walker, draw) => {
    const page = pageOf(walker, draw)
    if (page === undefined) return undefined
    // Pages with an even id by one spelling of the path, the others by the other.
    const spelling = page.id % 2 === 0 ? 'page' : 'misc'
    return get(`${WIKI}/${spelling}/${page.spaceKey}/${page.id}`)
  }),
  step('page.reindex', 2, (walker, draw) => {
    const page = pageOf(walker, draw)
    return page && put(`${WIKI}/helpers/reindex/${page.id}`)
  }),
  step('page.rename', 2, (walker, draw) => {
    const page = pageOf(walker, draw)
    if (page === undefined) return undefined
    const parent = draw.chance(40) ? pageOf(walker, draw) : undefined
    const body =
      parent === undefined ? { name: `Page ${draw.below(5)}` } : { parentContainerId: parent.containerId }
    return put(`${API}/containers/${page.containerId}?applicationId=${WIKI_SITE}`, body)
  }),
  step('requirement.write', 5, (walker, draw) => {
    const row = draw.pick(rowsOf(walker))
    if (row === undefined) return undefined
    const body = {
      htmlExcerpt: text(draw),
      ...(draw.chance(30) ? { dependencies: parents(walker, draw) } : {}),
      ...(draw.chance(20) ? { page: { pageId: pageOf(walker, draw)?.id ?? null } } : {}),
    }
    return put(`${WIKI}/requirement2/${pathOf(row)}`, body)
  }),
  step('requirement.rename', 6, (walker, draw) => {
    const row = draw.pick(rowsOf(walker))
    if (row === undefined) return undefined
    const newKey = draw.chance(85) ? freeKey(walker, draw, row.spaceKey) : anyKey(walker, draw)
    return put(`${WIKI}/requirement2/${pathOf(row)}`, { newKey })
  }),
  step('requirement.move', 4, (walker, draw) => {
    const row = draw.pick(rowsOf(walker))
    if (row === undefined) return undefined
    const newSpaceKey = row.spaceKey === 'ENG' ? 'OPS' : 'ENG'
    const newKey = isFree(walker, newSpaceKey, row.key) ? row.key : freeKey(walker, draw, newSpaceKey)
    return put(`${WIKI}/requirement2/${pathOf(row)}`, { newSpaceKey, newKey })
  }),
  step('requirement.swap', 3, (walker, draw) => {
    if (draw.chance(60)) return put(`${WIKI}/requirement2/ENG`, permutation(walker, draw))
    const rows = rowsOf(walker).filter(({ spaceKey }) => spaceKey === 'ENG')
    const [one, other] = [draw.pick(rows), draw.pick(rows)]
    if (one === undefined || other === undefined) return undefined
    const takesName = one !== other && draw.chance(60)
    const body = [
      { key: one.key, newKey: freeKey(walker, draw, 'ENG') },
      { key: other.key, ...(takesName ? { newKey: one.key } : { htmlExcerpt: text(draw) }) },
    ]
    return put(`${WIKI}/requirement2/ENG`, body)
  }),
  step('requirement.delete', 4, (walker, draw) => {
    const row = draw.pick(rowsOf(walker))
    return row && remove(`${WIKI}/requirement2/${pathOf(row)}`)
  }),
  step('requirement.reserve', 4, (walker, draw) => {
    const space = draw.of(...SPACES)
    const page = draw.pick(walker.state('page').filter(({ spaceKey }) => spaceKey === space))
    const on = page !== undefined && draw.chance(60) ? `&pageId=${page.id}` : ''
    const mode = draw.of('mode=CREATE', 'mode=CREATE', 'mode=SUGGEST', 'mode=UPDATE', 'override=true')
    const key = mode === 'mode=CREATE' ? freeKey(walker, draw, space) : anyKey(walker, draw)
    return post(`${WIKI}/requirement2/${pathOf({ spaceKey: space, key })}?${mode}${on}`)
  }),
  step('requirement.create', 3, (walker, draw) => {
    const variant = draw.pick(variantsOf(walker))
    if (variant === undefined) return undefined
    const space = variant.projectContainerId === 1001 ? 'ENG' : 'OPS'
    const taken = new Set(
      rowsOf(walker, 'all')
        .filter((row) => row.variantId === variant.id)
        .map((row) => row.key),
    )
    const key = anyKey(walker, draw)
    const page = draw.pick(walker.state('page').filter(({ spaceKey }) => spaceKey === space))
    const body = {
      containerId: variant.projectContainerId,
      variantId: variant.id,
      key: taken.has(key) ? `NEW-${draw.below(50) + 10}` : key,
      html: text(draw),
      ...(page !== undefined && draw.chance(50) ? { originContainerId: page.containerId } : {}),
    }
    return post(`${API}/requirements?applicationId=${WIKI_SITE}`, body)
  }),
  step('requirement.update', 3, (walker, draw) => {
    const row = draw.pick(rowsOf(walker, 'all'))
    if (row === undefined) return undefined
    const url = `${API}/requirements/${row.id}?applicationId=${WIKI_SITE}`
    return put(url, { html: text(draw) })
  }),
  step('requirement.remove', 2, (walker, draw) => {
    const row = draw.pick(rowsOf(walker, 'all'))
    return row && remove(`${API}/requirements/${row.id}?applicationId=${WIKI_SITE}`)
  }),
  step('dependency.add', 2, (walker, draw) => {
    const rows = rowsOf(walker, 'all')
    const [row, other] = [draw.pick(rows), draw.pick(rows)]
    if (row === undefined || other === undefined) return undefined
    const body = {
      type: 'DEPENDENCY',
      direction: draw.of('TO', 'FROM'),
      requirementId: other.id,
      relationship: 'uses',
    }
    return post(`${API}/requirements/${row.id}/links?applicationId=${WIKI_SITE}`, body)
  }),
  step('property.write', 2, (walker, draw) => {
    const row = draw.pick(rowsOf(walker))
    if (row === undefined) return undefined
    const body = { key: 'Cost', value: String(draw.below(100)), dataType: 'DECIMAL' }
    return put(`${WIKI}/external-properties/${pathOf(row)}`, body)
  }),
  step('property.writeCopy', 2, (walker, draw) => {
    const set = draw.pick(walker.state('frozenSet'))
    const row = set && draw.pick(set.sources)
    if (row === undefined) return undefined
    const body = { key: 'Cost', value: String(draw.below(100)), dataType: 'DECIMAL' }
    return put(`${WIKI}/external-properties/${pathOf(row)}?v=${set?.number}`, body)
  }),
  step('property.rename', 1, (walker, draw) => {
    const known = draw.pick(
      walker.state('externalPropertyMetadata').filter((one) => one.applicationId === WIKI_SITE),
    )
    if (known === undefined) return undefined
    const url = `${API}/external-properties/${known.id}?applicationId=${WIKI_SITE}`
    return put(url, { name: draw.of('Cost', 'Price', 'Effort') })
  }),
]
