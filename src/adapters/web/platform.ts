/** Where the library runs. */

/** Whether this is a page or a worker of one, whose code comes over a network; false in Node, Bun and Deno, also under jsdom. */
export function isPage(): boolean {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }
  return process?.versions?.node === undefined
}
