/** Checks that frozen copies never change, whatever happens to requirements, pages and variants. */
import { pathOf } from './kinds/kind.ts'
import { type Walker, WIKI } from './walker.ts'

interface Row {
  readonly id: number
  readonly key: string
  readonly status: string
  readonly htmlExcerpt: string
  readonly properties: readonly { readonly key: string; readonly value: string; readonly type: string }[]
  readonly dependencies: readonly {
    readonly spaceKey: string
    readonly key: string
    readonly relationship: string
  }[]
}

export interface FrozenWatch {
  /** Notes the contents of baselines that are DONE. */
  note(): Promise<void>
  /** Baselines whose contents have changed, and copies that cannot be read by their key. */
  complaints(): Promise<string[]>
}

/** All that is frozen of a copy: external properties, links of issues and addresses may change. */
function textOf({ id, key, status, htmlExcerpt, properties, dependencies }: Row): string {
  const inline = properties
    .filter(({ type }) => type === 'INLINE')
    .map(({ key: name, value }) => `${name}=${value}`)
  const parents = dependencies.map((parent) => `${parent.relationship} ${parent.spaceKey}/${parent.key}`)
  return [id, key, status, htmlExcerpt, inline, parents].join(' ')
}

export function watchFrozen(walker: Walker): FrozenWatch {
  const known = new Map<string, string>()
  const rowsOf = async (space: string, number: number): Promise<readonly Row[] | undefined> => {
    const found = await walker.look(`${WIKI}/requirement2/${space}?q=baseline%20%3D%20${number}&limit=200`)
    return found?.results
  }
  const contentOf = async (space: string, number: number): Promise<string | undefined> => {
    const rows = await rowsOf(space, number)
    return rows?.map(textOf).join('\n')
  }
  const done = () =>
    walker.state('baseline').filter(({ status, spaceKey }) => status === 'DONE' && spaceKey !== 'LAB')
  return {
    async note() {
      const present = new Set<string>()
      for (const { spaceKey, number } of done()) {
        const name = `${spaceKey} ${number}`
        present.add(name)
        const content = known.has(name) ? undefined : await contentOf(spaceKey, number)
        if (content !== undefined) known.set(name, content)
      }
      for (const name of known.keys()) if (!present.has(name)) known.delete(name)
    },
    async complaints() {
      const complaints: string[] = []
      for (const { spaceKey, number } of done()) {
        const name = `${spaceKey} ${number}`
        const [before, now] = [known.get(name), await contentOf(spaceKey, number)]
        if (before !== undefined && before !== now) complaints.push(`${name} was\n${before}\nand is\n${now}`)
        for (const { id, key } of (await rowsOf(spaceKey, number)) ?? []) {
          const row = await walker.read(`${WIKI}/requirement2/${pathOf({ spaceKey, key })}?v=${number}`)
          if (row?.id !== id)
            complaints.push(`${name} lists ${key} as ${id}, and v=${number} reads ${row?.id}`)
        }
      }
      return complaints
    },
  }
}
