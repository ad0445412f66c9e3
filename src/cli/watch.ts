/** Watches files: tells of changes once they have settled, one at a time. */
import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Editors write in several goes: a change is told after nothing more happened for so long, in wall milliseconds. */
const SETTLING = 100

export interface FileWatch {
  /** Watches these files from now on, by their absolute paths, and no others. */
  follow(files: Iterable<string>): void
  close(): void
}

/**
 * Calls `onChange` after one of the files was changed, made or replaced; never while an earlier call is under way. What
 * it rejects with is its own business. Folders are watched, for editors replace a file by another of its name.
 */
export function watchFiles(onChange: () => Promise<void>): FileWatch {
  const folders = new Map<string, FSWatcher>()
  let names = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let busy = false
  let again = false

  function touched(): void {
    clearTimeout(timer)
    timer = setTimeout(settled, SETTLING)
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

  function open(folder: string): FSWatcher {
    const watcher = watch(folder, (_event, file) => {
      // Some platforms do not tell which file it was.
      if (file === null || names.has(`${folder}/${basename(file)}`)) touched()
    })
    // A folder that goes away is no longer watched; its files are missed when they are read.
    watcher.on('error', () => {
      watcher.close()
      folders.delete(folder)
    })
    return watcher
  }

  return {
    follow(files) {
      const paths = [...files]
      names = new Set(paths.map((path) => `${dirname(path)}/${basename(path)}`))
      const wanted = new Set(paths.map((path) => dirname(path)))
      for (const [folder, watcher] of folders) {
        if (wanted.has(folder)) continue
        watcher.close()
        folders.delete(folder)
      }
      for (const folder of wanted) {
        try {
          if (!folders.has(folder)) folders.set(folder, open(folder))
        } catch {
          // A folder that is not there yet has nothing to watch.
        }
      }
    },
    close() {
      clearTimeout(timer)
      for (const watcher of folders.values()) watcher.close()
      folders.clear()
    },
  }
}
