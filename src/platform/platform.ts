/** Detects the platform. */

/** Whether this is a page or its worker, whose code is loaded over a network; false in Node, Bun and Deno, also under jsdom. */
export function isPage(): boolean {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }
  return process?.versions?.node === undefined
}
