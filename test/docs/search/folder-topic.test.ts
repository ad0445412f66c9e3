/** Topics of the documentation that are folders: their pages by title. */
import { expect, test } from 'vitest'
import { findTopic, loadLibrary } from '../../../src/docs/library.ts'

const pages: Readonly<Record<string, string>> = {
  'notes/first.md': '<!-- a comment -->\n\n# The first\n\nText.\n\n## A part\n',
  'notes/second.md': 'Text alone.\n',
  'notes-2/other.md': '# Another folder\n',
}
const library = await loadLibrary({
  paths: Object.keys(pages),
  read: async (path: string) => pages[path] ?? '',
})

test('a folder without a page of its own is a list of its pages by their titles', async () => {
  expect(await findTopic(library, 'docs/notes/')).toEqual({
    name: 'notes/',
    title: 'Notes',
    markdown: '# Notes\n\n- [The first](first.md)\n- [notes/second.md](second.md)\n',
  })
})

test('a page in a folder has its first heading as title', async () => {
  const topic = await findTopic(library, 'notes/first')
  expect(topic).toMatchObject({ name: 'notes/first.md', title: 'The first' })
})
