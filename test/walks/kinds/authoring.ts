/** Steps that write pages and requirements of the wiki. */
import type { Draw } from '../draw.ts'
import { API, CONTROL, type Walker, WIKI } from '../walker.ts'
import {
  anyKey,
  freeKey,
  parents,
  rowsOf,
  SPACES,
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

export const authoringKinds: readonly StepKind[] = [
  {
    name: 'page.create',
    weight: 3,
    draw(walker, draw) {
      const space = draw.of(...SPACES)
      const key = freeKey(walker, draw, space)
      const content = draw.chance(70) ? [definition(walker, draw, key)] : []
      return {
        method: 'POST',
        url: `${CONTROL}/pages`,
        body: { title: `Page ${draw.below(5)}`, spaceKey: space, content },
      }
    },
  },
  {
    name: 'page.define',
    weight: 6,
    draw(walker, draw) {
      const page = pageOf(walker, draw)
      if (page === undefined) return undefined
      const own = draw.pick(page.definitions)?.key
      const key = own !== undefined && draw.chance(60) ? own : freeKey(walker, draw, page.spaceKey)
      return {
        method: 'PUT',
        url: `${CONTROL}/pages/${page.id}`,
        body: { define: [definition(walker, draw, key)] },
      }
    },
  },
  {
    name: 'page.undefine',
    weight: 3,
    draw(walker, draw) {
      const page = draw.pick(walker.state('page').filter(({ definitions }) => definitions.length > 0))
      const key = page && draw.pick(page.definitions)?.key
      if (page === undefined || key === undefined) return undefined
      return { method: 'PUT', url: `${CONTROL}/pages/${page.id}`, body: { undefine: [key] } }
    },
  },
  {
    name: 'page.delete',
    weight: 1,
    draw(walker, draw) {
      const page = pageOf(walker, draw)
      return page && { method: 'DELETE', url: `${CONTROL}/pages/${page.id}` }
    },
  },
  {
    name: 'page.remove',
    weight: 1,
    draw(walker, draw) {
      const page = pageOf(walker, draw)
      if (page === undefined) return undefined
      if (draw.chance(50)) return { method: 'DELETE', url: `${WIKI}/uninstall/pages/${page.id}` }
      return { method: 'DELETE', url: `${API}/containers/${page.containerId}?applicationId=${WIKI_SITE}` }
    },
  },
  {
    name: 'settings.extended',
    weight: 1,
    draw: (_walker, draw) => ({
      method: 'PUT',
      url: `${WIKI}/settings/extendedModeSpaces`,
      body: { value: draw.of([], ['ENG'], ['ENG', 'OPS']) },
    }),
  },
  {
    name: 'page.view',
    weight: 5,
    draw(walker, draw) {
      const page = pageOf(walker, draw)
      if (page === undefined) return undefined
      // Pages with an even id by one spelling of the path, the others by the other.
      const spelling = page.id % 2 === 0 ? 'page' : 'misc'
      return { method: 'GET', url: `${WIKI}/${spelling}/${page.spaceKey}/${page.id}` }
    },
  },
  {
    name: 'page.reindex',
    weight: 2,
    draw(walker, draw) {
      const page = pageOf(walker, draw)
      return page && { method: 'PUT', url: `${WIKI}/helpers/reindex/${page.id}` }
    },
  },
  {
    name: 'page.rename',
    weight: 2,
    draw(walker, draw) {
      const page = pageOf(walker, draw)
      if (page === undefined) return undefined
      const parent = draw.chance(40) ? pageOf(walker, draw) : undefined
      const body =
        parent === undefined ? { name: `Page ${draw.below(5)}` } : { parentContainerId: parent.containerId }
      return { method: 'PUT', url: `${API}/containers/${page.containerId}?applicationId=${WIKI_SITE}`, body }
    },
  },
  {
    name: 'requirement.write',
    weight: 5,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker))
      if (row === undefined) return undefined
      const body = {
        htmlExcerpt: text(draw),
        ...(draw.chance(30) ? { dependencies: parents(walker, draw) } : {}),
        ...(draw.chance(20) ? { page: { pageId: pageOf(walker, draw)?.id ?? null } } : {}),
      }
      return { method: 'PUT', url: `${WIKI}/requirement2/${pathOf(row)}`, body }
    },
  },
  {
    name: 'requirement.rename',
    weight: 6,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker))
      if (row === undefined) return undefined
      const newKey = draw.chance(85) ? freeKey(walker, draw, row.spaceKey) : anyKey(walker, draw)
      return { method: 'PUT', url: `${WIKI}/requirement2/${pathOf(row)}`, body: { newKey } }
    },
  },
  {
    name: 'requirement.move',
    weight: 4,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker))
      if (row === undefined) return undefined
      const newSpaceKey = row.spaceKey === 'ENG' ? 'OPS' : 'ENG'
      const newKey = isFree(walker, newSpaceKey, row.key) ? row.key : freeKey(walker, draw, newSpaceKey)
      return {
        method: 'PUT',
        url: `${WIKI}/requirement2/${pathOf(row)}`,
        body: { newSpaceKey, newKey },
      }
    },
  },
  {
    name: 'requirement.swap',
    weight: 3,
    draw(walker, draw) {
      const rows = rowsOf(walker).filter(({ spaceKey }) => spaceKey === 'ENG')
      const [one, other] = [draw.pick(rows), draw.pick(rows)]
      if (one === undefined || other === undefined) return undefined
      const takesName = one !== other && draw.chance(60)
      const body = [
        { key: one.key, newKey: freeKey(walker, draw, 'ENG') },
        { key: other.key, ...(takesName ? { newKey: one.key } : { htmlExcerpt: text(draw) }) },
      ]
      return { method: 'PUT', url: `${WIKI}/requirement2/ENG`, body }
    },
  },
  {
    name: 'requirement.delete',
    weight: 4,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker))
      return row && { method: 'DELETE', url: `${WIKI}/requirement2/${pathOf(row)}` }
    },
  },
  {
    name: 'requirement.reserve',
    weight: 4,
    draw(walker, draw) {
      const space = draw.of(...SPACES)
      const page = draw.pick(walker.state('page').filter(({ spaceKey }) => spaceKey === space))
      const on = page !== undefined && draw.chance(60) ? `&pageId=${page.id}` : ''
      const mode = draw.of('mode=CREATE', 'mode=CREATE', 'mode=SUGGEST', 'mode=UPDATE', 'override=true')
      const key = mode === 'mode=CREATE' ? freeKey(walker, draw, space) : anyKey(walker, draw)
      return { method: 'POST', url: `${WIKI}/requirement2/${pathOf({ spaceKey: space, key })}?${mode}${on}` }
    },
  },
  {
    name: 'requirement.create',
    weight: 3,
    draw(walker, draw) {
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
      return { method: 'POST', url: `${API}/requirements?applicationId=${WIKI_SITE}`, body }
    },
  },
  {
    name: 'requirement.update',
    weight: 3,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker, 'all'))
      if (row === undefined) return undefined
      const url = `${API}/requirements/${row.id}?applicationId=${WIKI_SITE}`
      return { method: 'PUT', url, body: { html: text(draw) } }
    },
  },
  {
    name: 'requirement.remove',
    weight: 2,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker, 'all'))
      return row && { method: 'DELETE', url: `${API}/requirements/${row.id}?applicationId=${WIKI_SITE}` }
    },
  },
  {
    name: 'dependency.add',
    weight: 2,
    draw(walker, draw) {
      const rows = rowsOf(walker, 'all')
      const [row, other] = [draw.pick(rows), draw.pick(rows)]
      if (row === undefined || other === undefined) return undefined
      const body = {
        type: 'DEPENDENCY',
        direction: draw.of('TO', 'FROM'),
        requirementId: other.id,
        relationship: 'uses',
      }
      return { method: 'POST', url: `${API}/requirements/${row.id}/links?applicationId=${WIKI_SITE}`, body }
    },
  },
  {
    name: 'property.write',
    weight: 2,
    draw(walker, draw) {
      const row = draw.pick(rowsOf(walker))
      if (row === undefined) return undefined
      const body = { key: 'Cost', value: String(draw.below(100)), dataType: 'DECIMAL' }
      return { method: 'PUT', url: `${WIKI}/external-properties/${pathOf(row)}`, body }
    },
  },
  {
    name: 'property.rename',
    weight: 1,
    draw(walker, draw) {
      const known = draw.pick(
        walker.state('externalPropertyMetadata').filter((one) => one.applicationId === WIKI_SITE),
      )
      if (known === undefined) return undefined
      const url = `${API}/external-properties/${known.id}?applicationId=${WIKI_SITE}`
      return { method: 'PUT', url, body: { name: draw.of('Cost', 'Price', 'Effort') } }
    },
  },
]
