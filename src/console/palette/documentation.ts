/** Finds sections of the documentation, which the server of the page has, as commands that open them. */
import { backend } from '../calls/backend.ts'
import { documentationQuery, sectionsOf } from './documentation-text.ts'
import type { Command } from './ranking.ts'

/** How many sections stand below the other commands; a text that begins with `docs` lists more. */
const SOME = 4
const MANY = 20
/** Shorter texts are in nearly every section. */
const MINIMUM_LENGTH = 3

/** The sections that the search finds, the best first. A page with its own simulator has no documentation. */
export async function sectionsWith(text: string): Promise<readonly Command[]> {
  const { words, only } = documentationQuery(text)
  if (backend.isInPage || words.length < MINIMUM_LENGTH) return []
  const response = await backend.fetch(`/_sim/docs/search?q=${encodeURIComponent(words)}`, {
    headers: { Accept: 'text/markdown' },
  })
  if (!response.ok) return []
  return sectionsOf(await response.text())
    .slice(0, only ? MANY : SOME)
    .map(({ title, address }) => documentationCommand(address, title))
}

/** The command that opens a topic; an empty one is the first page. */
export function documentationCommand(topic: string, title: string): Command {
  return {
    id: `documentation ${topic}`,
    group: 'Documentation',
    title: `Documentation: ${title}`,
    hint: topic,
    run: () => window.open(`docs/${topic}`, '_blank', 'noreferrer'),
  }
}
