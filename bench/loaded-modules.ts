/** Runs the module that the first argument names; prints, as JSON, which files of the folder of the second it loaded. */
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [entry = '', folder = ''] = process.argv.slice(2)
const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    if (url.startsWith(pathToFileURL(folder).href)) loaded.add(fileURLToPath(url))
    return next(url, context)
  },
})
// What an entry loads counts even where it works only inside of a test runner.
await import(pathToFileURL(entry).href).catch(() => {})
console.log(JSON.stringify([...loaded]))
