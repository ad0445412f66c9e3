/** The documentation that comes with the package: its pages, and the site that servers have at `/_sim/docs`. */
import type { ExchangeResponse } from '../../api/framework/exchange.ts'
import { loadLibrary, type PageFiles } from '../../docs/library.ts'
import type { SiteResponse } from '../../docs/site.ts'
import { compareCodePoints } from '../../world/order.ts'
import { packagedFilesIn, readPackagedFile } from './packaged-files.ts'

const FOLDER = 'docs/'

/** The pages in the folder of a package, by default of this one. */
export function packagedPages(folder?: URL): PageFiles {
  const paths = packagedFilesIn(FOLDER, folder)
    .filter((path) => path.endsWith('.md'))
    .toSorted(compareCodePoints)
  return {
    paths,
    async read(path) {
      const text = paths.includes(path) ? await readPackagedFile(FOLDER + path, folder) : undefined
      if (text === undefined) throw new Error(`the documentation has no page ${path}`)
      return text
    },
  }
}

const TYPES = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' }

export interface DocumentationSite {
  /** `path` is the encoded path below the address of the site. Pages are HTML for browsers, and Markdown for other clients. */
  respond(path: string, query: string, isBrowser: boolean): Promise<ExchangeResponse>
}

/** The site of one server. `address` is where it is, with a slash at the end. */
export function createDocumentationSite(address: string, folder?: URL): DocumentationSite {
  /** It takes long to write, and stays the same. */
  let reference: SiteResponse | undefined
  return {
    async respond(path, query, isBrowser) {
      const { policyOfSite, respondFromSite } = await import('../../docs/site.ts')
      const { REFERENCE_FILE } = await import('../../docs/reference.ts')
      const name = decoded(path)
      const respond = async () => {
        const words = new URLSearchParams(query).get('q') ?? ''
        const library = await loadLibrary(packagedPages(folder))
        return respondFromSite(library, { path: name, query: words, isBrowser })
      }
      const response = name === REFERENCE_FILE ? (reference ??= await respond()) : await respond()
      if ('location' in response)
        return { status: 302, headers: { Location: address + response.location, Vary: 'Accept' }, body: '' }
      const { status, type, body } = response
      const headers = {
        'Content-Type': TYPES[type],
        'Content-Security-Policy': policyOfSite(name),
        Vary: 'Accept',
      }
      return { status, headers, body }
    },
  }
}

/** A path with a broken escape is that of no page. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
