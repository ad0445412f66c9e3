/** Watches files: tells of changes once they have settled, one at a time. */
import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Editors write in several goes: a change is told after nothing more happened for so long, in wall milliseconds. */
const SETTLING = 100
/** Folders may come and go while they are opened; after so many attempts the next change is waited for. */
const ATTEMPTS = 10

export interface FileWatch {
  /** Watches these files from now on, by their absolute paths, and no others. */
  follow(files: Iterable<string>): void
  close(): void
}

/**
 * Calls `onChange` after one of the files was changed, made or replaced; never while an earlier call is under way. What
 * it rejects with is its own business. Folders are watched, for editors replace a file by another of its name; of a folder
 * that is not there, or goes away, the nearest one above it, until it is there.
 */
export function watchFiles(onChange: () => Promise<void>): FileWatch {
  /** By the folder that is wanted. */
  const watchers = new Map<string, FSWatcher>()
  let names = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let busy = false
  let again = false
  let closed = false

  function touched(): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(settled, SETTLING)
  }

  function settled(): void {
    if (busy) {
      again = true
      return
    }
    busy = true
    void onChange().finally(() => {
      busy = false
      if (again) touched()
      again = false
    })
  }

  /** Watches the nearest folder that is there; what was written before that is looked for once. */
  function open(folder: string): void {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const there = nearestFolder(folder)
      const watcher = watchFolder(there.path, (file) => {
        const now = nearestFolder(folder)
        if (now.path !== there.path || now.identity !== there.identity) return open(folder)
        // Some platforms do not tell which file it was.
        if (there.path === folder && (file === null || names.has(`${folder}/${basename(file)}`))) touched()
      })
      drop(folder)
      touched()
      if (watcher === undefined) return
      watchers.set(folder, watcher)
      // It is watched no longer, and opened again when its files were missed.
      watcher.on('error', () => {
        if (watchers.get(folder) === watcher) drop(folder)
        touched()
      })
      if (nearestFolder(folder).identity === there.identity) return
    }
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  return {
    follow(files) {
      if (closed) return
      const paths = [...files]
      names = new Set(paths.map((path) => `${dirname(path)}/${basename(path)}`))
      const wanted = new Set(paths.map((path) => dirname(path)))
      for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder)
      for (const folder of wanted) if (!watchers.has(folder)) open(folder)
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const folder of watchers.keys()) drop(folder)
    },
  }
}

interface ThereFolder {
  readonly path: string
  /** Another folder of the same name has another one. */
  readonly identity: string | undefined
}

/** The folder, or the nearest above it that is there. */
function nearestFolder(folder: string): ThereFolder {
  for (let path = folder; ; path = dirname(path)) {
    const identity = identityOf(path)
    if (identity !== undefined || path === dirname(path)) return { path, identity }
  }
}

/** Undefined for what is no folder, or none that this user may look at. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true })
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined
  } catch {
    return undefined
  }
}

/** Undefined for a folder that cannot be watched, such as one that just went. */
function watchFolder(folder: string, onEvent: (file: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, (_event, file) => onEvent(file))
  } catch {
    return undefined
  }
}
