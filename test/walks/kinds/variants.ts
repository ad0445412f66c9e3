/** Steps that make, switch, rename and delete variants. */
import { API } from '../walker.ts'
import { type StepKind, variantsOf, WIKI_SITE } from './kind.ts'

const QUERY = `applicationId=${WIKI_SITE}`

export const variantKinds: readonly StepKind[] = [
  {
    name: 'variant.create',
    weight: 4,
    draw(walker, draw) {
      const source = draw.pick(variantsOf(walker))
      if (source === undefined) return undefined
      const names = new Set(variantsOf(walker).map(({ name }) => name))
      const name =
        ['Night', 'Day', 'Storm', 'Ice'].find((one) => !names.has(one)) ?? `Variant ${draw.below(90)}`
      const { projectContainerId, id } = source
      const from = draw.chance(50) ? { sourceVariantId: id } : {}
      return { method: 'POST', url: `${API}/variants?${QUERY}`, body: { projectContainerId, name, ...from } }
    },
  },
  {
    name: 'variant.makeCurrent',
    weight: 6,
    draw(walker, draw) {
      const variant = draw.pick(variantsOf(walker).filter(({ current }) => !current))
      return (
        variant && { method: 'PUT', url: `${API}/variants/${variant.id}?${QUERY}`, body: { current: true } }
      )
    },
  },
  {
    name: 'variant.rename',
    weight: 1,
    draw(walker, draw) {
      const variant = draw.pick(variantsOf(walker))
      const name = draw.of('Current', 'Night', 'Renamed', 'Other')
      return variant && { method: 'PUT', url: `${API}/variants/${variant.id}?${QUERY}`, body: { name } }
    },
  },
  {
    name: 'variant.delete',
    weight: 2,
    draw(walker, draw) {
      const variant = draw.pick(variantsOf(walker).filter(({ current }) => !current))
      return variant && { method: 'DELETE', url: `${API}/variants/${variant.id}?${QUERY}` }
    },
  },
]
