// Links from the console lead to pages that are there.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { PANEL_TOPICS } from '../../src/console/words/panel-topics.ts'
import { sectionsOf } from '../../src/docs/search.ts'

test('each panel has a page, and no page is that of a panel that is gone', () => {
  const registry = readFileSync('src/console/panels/registry.ts', 'utf8')
  const panels = [...registry.matchAll(/\bid: '([a-z]+)'/g)].map(([, id = '']) => id)
  expect(Object.keys(PANEL_TOPICS).toSorted()).toEqual(panels.toSorted())
  expect(panels.length).toBeGreaterThan(10)
})

test.each(Object.entries(PANEL_TOPICS))('the page of %s is %s', async (_panel, topic) => {
  const [path = '', anchor] = topic.split('#')
  const anchors = sectionsOf(await packagedPages().read(path)).map((section) => section.anchor)
  expect(anchors).toEqual(anchor === undefined ? anchors : expect.arrayContaining([anchor]))
})
