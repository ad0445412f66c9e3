/** Steps that make, switch, rename and delete variants. */
import { API, post, put, remove } from '../walker.ts'
import { step, type StepKind, variantsOf, WIKI_SITE } from './kind.ts'

const QUERY = `applicationId=${WIKI_SITE}`

export const variantKinds: readonly StepKind[] = [
  step('variant.create', 4, (walker, draw) => {
    const source = draw.pick(variantsOf(walker))
    if (source === undefined) return undefined
    const names = new Set(variantsOf(walker).map(({ name }) => name))
    const name =
      ['Night', 'Day', 'Storm', 'Ice'].find((one) => !names.has(one)) ?? `Variant ${draw.below(90)}`
    const { projectContainerId, id } = source
    const from = draw.chance(50) ? { sourceVariantId: id } : {}
    return post(`${API}/variants?${QUERY}`, { projectContainerId, name, ...from })
  }),
  step('variant.makeCurrent', 6, (walker, draw) => {
    const variant = draw.pick(variantsOf(walker).filter(({ current }) => !current))
    return variant && put(`${API}/variants/${variant.id}?${QUERY}`, { current: true })
  }),
  step('variant.rename', 1, (walker, draw) => {
    const variant = draw.pick(variantsOf(walker))
    const name = draw.of('Current', 'Night', 'Renamed', 'Other')
    return variant && put(`${API}/variants/${variant.id}?${QUERY}`, { name })
  }),
  step('variant.delete', 2, (walker, draw) => {
    const variant = draw.pick(variantsOf(walker).filter(({ current }) => !current))
    return variant && remove(`${API}/variants/${variant.id}?${QUERY}`)
  }),
]
