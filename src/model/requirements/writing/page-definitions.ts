import type { RequirementDefinition } from '../../records/wiki/pages.ts'

/** The definitions on pages, which writes of requirements rewrite. Whoever passes them saves the pages. */
export interface PageDefinitions {
  /** The definition after the rewrites so far; undefined if the page or the definition does not exist. */
  definition(pageId: number | undefined, key: string): RequirementDefinition | undefined
  /** Replaces the definition of `key`, or adds it at the end of the page; undefined removes it. */
  rewrite(pageId: number | undefined, key: string, definition: RequirementDefinition | undefined): void
  /** Gives definitions other keys, all at once; `names` has the new key of each. */
  rename(pageId: number | undefined, names: ReadonlyMap<string, string>): void
}
