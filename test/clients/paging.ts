/** The two ways in which lists of the service are paged. */
import * as z from 'zod'
import type { Query, Wire } from './wire.ts'

const counted = z.object({
  items: z.array(z.unknown()),
  offset: z.int().min(0),
  limit: z.int().min(1),
  total: z.int().min(0),
})

/** All rows of a list that answers `{items, offset, limit, total}`, page by page. */
export async function allItems<T extends z.ZodType>(
  wire: Wire,
  path: string,
  row: T,
  query: Query = {},
  limit = 50,
): Promise<z.infer<T>[]> {
  const rows: z.infer<T>[] = []
  for (let offset = 0; ; offset += limit) {
    const page = await wire.get(path, counted, { ...query, offset, limit })
    rows.push(...wire.keep(row, page.items, path))
    if (page.items.length === 0 || offset + page.items.length >= page.total) return rows
  }
}

const flagged = z.object({ results: z.array(z.unknown()), hasNext: z.boolean() })

/** All rows of a list that answers `{results, hasNext}`, until there is no next page. */
export async function allResults<T extends z.ZodType>(
  wire: Wire,
  path: string,
  row: T,
  query: Query = {},
  limit = 50,
): Promise<z.infer<T>[]> {
  const rows: z.infer<T>[] = []
  for (let offset = 0, more = true; more; offset += limit) {
    const page = await wire.get(path, flagged, { ...query, offset, limit })
    rows.push(...wire.keep(row, page.results, path))
    more = page.hasNext
    if (more && page.results.length === 0) throw new Error(`${path}: an empty page that has a next one`)
  }
  return rows
}
