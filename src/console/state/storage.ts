/** Choices that outlast a reload, if the browser stores any: it may refuse, such as in a sandboxed frame. */

/** `tab` is what one tab keeps until it is closed, `browser` what all of them share. */
export type StorageScope = 'tab' | 'browser'

/** Returns a stored choice; undefined if there is none. */
export function readStored(scope: StorageScope, key: string): string | undefined {
  try {
    return storageOf(scope).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a choice; undefined removes it. */
export function writeStored(scope: StorageScope, key: string, value: string | undefined): void {
  try {
    if (value === undefined) storageOf(scope).removeItem(key)
    else storageOf(scope).setItem(key, value)
  } catch {
    // The choice is valid until the page is closed.
  }
}

function storageOf(scope: StorageScope): Storage {
  return scope === 'tab' ? sessionStorage : localStorage
}
