/** Caches of a plan while it runs over its records. */

/** Caches lists but no empty ones, which are common and cheap to read again. */
export function cacheLists<R, T>(
  read: (record: R) => readonly T[],
  identity: (record: R) => number,
): (record: R) => readonly T[] {
  const lists = new Map<number, readonly T[]>()
  return cacheLast((record) => {
    const id = identity(record)
    const list = lists.get(id) ?? read(record)
    if (list.length > 0) lists.set(id, list)
    return list
  })
}

/** Caches the value of one record: a scan reads the same one several times before it moves on. */
export function cacheLast<R, V>(read: (record: R) => V): (record: R) => V {
  let last: { record: R; value: V } | undefined
  return (record) => {
    if (last?.record !== record) last = { record, value: read(record) }
    return last.value
  }
}
