/** The Vite plugin: the development server answers for the service below a path. A production build has nothing of it. */
import type { Plugin } from 'vite'
import { checkOptions, type ReqsimOptions } from './vite/options.ts'
import { PAGE_SCRIPT } from './vite/page-world.ts'
import type { Attached } from './vite/attach.ts'

export type { DescriptionFile, ReqsimOptions, ScenarioPath } from './vite/options.ts'

/**
 * Serves a simulator and its console from Vite's development server, below `base`. Throws TypeError for an option that is
 * not valid. A scenario with errors does not stop Vite: its problems are shown in the terminal and in the overlay, and
 * requests get 503 until the file is right.
 */
export function reqsim(options: ReqsimOptions = {}): Plugin {
  const checked = checkOptions(options)
  /** By the client environment of a server: while Vite restarts, there are two. */
  const attached = new Map<unknown, Attached>()
  return {
    name: 'reqsim',
    apply: 'serve',
    async configureServer(server) {
      // A build imports this module too, and needs no simulator.
      const { attach } = await import('./vite/attach.ts')
      attached.set(server.environments.client, attach(server, checked))
    },
    transformIndexHtml: () => [{ tag: 'script', children: PAGE_SCRIPT, injectTo: 'head-prepend' }],
    closeBundle() {
      attached.get(this.environment)?.close()
      attached.delete(this.environment)
    },
  }
}
