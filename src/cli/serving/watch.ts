/** Watches files and reports changes once they have settled, one at a time. */
import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Editors write in several steps, so a change is reported after this many wall-clock milliseconds without another. */
const SETTLING = 100
/** Folders may appear and disappear while they are opened. After this many attempts it waits for the next change. */
const ATTEMPTS = 10

export interface FileWatch {
  /** Replaces the watched files, by their absolute paths. */
  follow(files: Iterable<string>): void
  close(): void
}

/**
 * Calls `onChange` after one of the files was changed, created or replaced, never while an earlier call is running; `onChange`
 * handles its own errors. It watches folders, since editors replace files by renaming; if a folder does not exist, it watches
 * the nearest existing one above.
 */
export function watchFiles(onChange: () => Promise<void>): FileWatch {
  /** By the wanted folder. */
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

  /** Watches the nearest existing folder. Checks once for changes that were written before that. */
  function open(folder: string): void {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const there = nearestFolder(folder)
      const watcher = watchFolder(there.path, (file) => {
        const now = nearestFolder(folder)
        if (now.path !== there.path || now.identity !== there.identity) return open(folder)
        // Some platforms do not report which file changed.
        if (there.path === folder && (file === null || names.has(`${folder}/${basename(file)}`))) touched()
      })
      drop(folder)
      touched()
      if (watcher === undefined) return
      watchers.set(folder, watcher)
      // It is no longer watched, and is opened again when its files were missing.
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
  /** A new folder of the same name has a different inode. */
  readonly identity: string | undefined
}

/** The folder, or the nearest existing one above it. */
function nearestFolder(folder: string): ThereFolder {
  for (let path = folder; ; path = dirname(path)) {
    const identity = identityOf(path)
    if (identity !== undefined || path === dirname(path)) return { path, identity }
  }
}

/** Undefined if it is not a folder, or if this user may not read it. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true })
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined
  } catch {
    return undefined
  }
}

/** Undefined if the folder cannot be watched, for example because it was just deleted. */
function watchFolder(folder: string, onEvent: (file: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, (_event, file) => onEvent(file))
  } catch {
    return undefined
  }
}
