/** Pictures of the documentation: small, used, and told of for those who do not see them. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const pages = globSync(['README.md', 'docs/**/*.md']).map((file) => readFileSync(file, 'utf8'))
const images = globSync('docs/images/*').map((file) => ({ file, name: basename(file) }))
const uses = pages.flatMap((page) => [...page.matchAll(/!?\[([^\]]*)\]\(([^)]+\.(?:webp|svg))\)/g)])

/** The moving picture of the README. */
const TOUR = 'console-tour.webp'

test('each picture is smaller than 60 KB, the moving one than 400 KB, and stands on a page', () => {
  expect(images.length).toBeGreaterThan(5)
  const limitOf = (name: string) => (name === TOUR ? 400_000 : 60_000)
  expect(images.filter(({ file, name }) => statSync(file).size >= limitOf(name))).toEqual([])
  const used = uses.map(([, , address = '']) => basename(address))
  expect(images.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([])
})

test('each picture is described', () => {
  expect(uses.filter(([, description = '']) => description.length < 20).map(([all]) => all)).toEqual([])
})
