/** Freezing baselines again, and what is told about dependencies before. */
import { beforeEach, describe, expect, test } from 'vitest'
import { erasePage, rewritePage, writePage } from '../pages/authoring.ts'
import { client } from '../../../support/demo.ts'
import {
  wiki,
  page,
  startRunbook,
  advance,
  create,
  freeze,
  frozen,
  refreeze,
  deleteBaseline,
  label,
  change,
  reset,
  baseline,
  requirement,
  copies,
} from './runbook.ts'

beforeEach(() => startRunbook())

describe('freezing again', () => {
  beforeEach(async () => {
    await frozen({ name: 'One', searchQuery: "key != 'OPS-1'", pageId: page })
    await rewritePage(client, page, { define: [{ key: 'OPS-2', html: 'Log it well' }] })
  })

  test('takes the requirements as they are now, without the excluded ones, and makes a page', async () => {
    const reply = await refreeze({
      baselineToRefreeze: 1,
      queryForRequirementsToExcludeFromBaseline: "key = 'OPS-3'",
    })
    expect(reply.body).toMatchObject({
      taskId: expect.any(String),
      baseline: { baseline: 2, parentBaseline: 1, status: 'IN_CREATION' },
    })
    advance()
    const made = await baseline(2)
    expect(made).toMatchObject({ status: 'DONE', count: 1 })
    expect(made.pageId).not.toBe(page)
    expect(client.simulator.state('page', { id: made.pageId })).toMatchObject([
      { links: [{ spaceKey: 'OPS', key: 'OPS-2' }] },
    ])
    expect((await requirement('OPS-2', 2)).htmlExcerpt).toBe('Log it well')
    expect((await requirement('OPS-2', 1)).htmlExcerpt).toBe('Log it')
  })

  test('takes the chosen versions', async () => {
    const requirements = [
      { key: 'OPS-2', baseline: 1 },
      { key: 'OPS-1', spaceKey: 'OPS', relationship: 'needs' },
    ]
    const reply = await refreeze({ baselineNumberToRefreeze: 1, requirements, title: 'Release page' })
    expect(reply.body.baseline.name).toBe('Release page')
    advance()
    expect(await copies(2)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
    expect((await requirement('OPS-2', 2)).htmlExcerpt).toBe('Log it')
  })

  test.each([
    [{}, 400],
    [{ baselineToRefreeze: 1, baselineNumberToRefreeze: 1 }, 400],
    [{ baselineToRefreeze: 1, requirements: [] }, 400],
    [{ baselineToRefreeze: 7 }, 404],
    [{ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-8' }] }, 404],
    [{ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-1', baseline: 1 }] }, 404],
  ])('refuses %j', async (body, status) => {
    expect((await refreeze(body)).status).toBe(status)
    expect((await client.get(`${wiki}/baseline/OPS`)).body).toHaveLength(1)
  })

  test('excludes what the query selects of the requirements as they would be frozen', async () => {
    await rewritePage(client, page, { undefine: ['OPS-3'] })
    const exclude = (query: string) =>
      refreeze({ baselineToRefreeze: 1, queryForRequirementsToExcludeFromBaseline: query })
    expect((await exclude("key = 'OPS-3'")).status).toBe(200)
    expect((await exclude("text ~ '%well%'")).status).toBe(200)
    expect((await exclude("text = 'Log it'")).status).toBe(200)
    expect(await exclude('((')).toMatchObject({ status: 400 })
    advance()
    expect([await copies(2), await copies(3), await copies(4)]).toEqual([
      ['OPS-2'],
      ['OPS-3'],
      ['OPS-2', 'OPS-3'],
    ])
  })

  test('gives the page the name of the baseline, however long', async () => {
    const name = '\u{1F600}'.repeat(254)
    await label(1, name)
    const made = (await refreeze({ baselineToRefreeze: 1 })).body.baseline
    expect([...made.name]).toHaveLength(255)
    advance()
    const { status, pageId } = await baseline(2)
    expect(status).toBe('DONE')
    const [container] = client.simulator.state('container', { pageId })
    expect(container?.name).toBe(made.name)
  })

  test('keeps a page that was chosen for the new baseline while it ran, beside the page that it makes', async () => {
    await refreeze({ baselineToRefreeze: 1, title: 'Release page' })
    expect((await change(2, 'PAGEID', { pageId: page })).status).toBe(200)
    advance()
    expect(await baseline(2)).toMatchObject({ status: 'DONE', pageId: page })
    expect(client.simulator.state('container', { name: 'Release page' })).toHaveLength(1)
  })

  test('reads a title of digits as a name unless a baseline has it as its number', async () => {
    await create({ name: '1' })
    expect((await refreeze({ baselineToRefreeze: 1, title: '1' })).body.baseline.name).toBe('2')
    expect((await refreeze({ baselineToRefreeze: 1, title: '2' })).body.baseline.name).toBe('3')
    const named = encodeURIComponent("baseline = '1'")
    expect((await client.get(`${wiki}/requirement2/OPS?q=${named}`)).body.count).toBe(0)
    await freeze(2)
    advance()
    expect((await client.get(`${wiki}/requirement2/OPS?q=${named}`)).body.count).toBe(3)
  })

  test('of what pages define stays a baseline of these pages', async () => {
    await client.post(`${wiki}/baseline/OPS/1/create-instant`, { name: 'Page', fromCeo: page })
    advance()
    await writePage(client, { title: 'Other', spaceKey: 'OPS', content: [{ key: 'OPS-7', html: 'x' }] })
    expect((await refreeze({ baselineToRefreeze: 2 })).status).toBe(200)
    expect((await reset(3)).body).toMatchObject({ status: 'PREVIEW', count: 3, pageCount: 1 })
  })

  test('is a preview of what it chose when it is aborted, and freezes that again', async () => {
    await frozen({ name: 'All' })
    await rewritePage(client, page, { undefine: ['OPS-3'], define: [{ key: 'OPS-4', html: 'Four' }] })
    const requirements = [{ key: 'OPS-2', baseline: 1 }, { key: 'OPS-4' }]
    await refreeze({ baselineNumberToRefreeze: 2, requirements })
    await refreeze({
      baselineToRefreeze: 2,
      queryForRequirementsToExcludeFromBaseline: "key = 'OPS-1'",
      title: 'Without',
    })
    await writePage(client, { title: 'Other', spaceKey: 'OPS', content: [{ key: 'OPS-7', html: 'x' }] })
    expect([(await reset(3)).body.count, (await reset(4)).body.count]).toEqual([4, 2])
    await freeze(3)
    await freeze(4)
    advance()
    expect(await copies(3)).toEqual(['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4'])
    expect(await copies(4)).toEqual(['OPS-2', 'OPS-3'])
    const textOf = async (v: number) =>
      (await client.get(`${wiki}/requirement2/OPS/OPS-2?v=${v}`)).body.htmlExcerpt
    expect([await textOf(3), await textOf(4)]).toEqual(['Log it', 'Log it well'])
    expect(await baseline(3)).not.toHaveProperty('pageId')
  })

  test('is a preview of the query that it is given after it was aborted, and of what is left of what it chose', async () => {
    await frozen({ name: 'All' })
    const requirements = [{ key: 'OPS-2', baseline: 1 }]
    await refreeze({ baselineNumberToRefreeze: 2, requirements })
    expect((await reset(3)).body).toMatchObject({ count: 3 })
    await deleteBaseline(1)
    expect((await reset(3)).body).toMatchObject({ count: 2 })
    expect((await change(3, 'SEARCHQUERY', { searchQuery: "key = 'OPS-1'" })).body).toMatchObject({
      count: 1,
    })
    await freeze(3)
    advance()
    expect(await copies(3)).toEqual(['OPS-1'])
  })

  test('keeps the variant that an aborted one is to freeze', async () => {
    const inVariants = '/api/variants'
    const made = await client.post(`${inVariants}?applicationId=101`, {
      projectContainerId: 1002,
      name: 'Draft',
    })
    expect(made.status, made.text).toBe(201)
    const [current] = client.simulator.state('variant', { projectContainerId: 1002, current: true })
    await refreeze({ baselineToRefreeze: 1 })
    await reset(2)
    await deleteBaseline(1)
    await client.put(`${inVariants}/${made.body.id}?applicationId=101`, { current: true })
    const remove = () => client.delete(`${inVariants}/${current?.id}?applicationId=101`)
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('has requirements that baseline 2 is to freeze')
    await freeze(2)
    advance()
    expect(await copies(2)).toEqual(['OPS-2', 'OPS-3'])
    await deleteBaseline(2)
    expect((await remove()).status).toBe(204)
  })

  test('puts its page at the top when the page of the old baseline is deleted', async () => {
    await erasePage(client, page)
    await refreeze({ baselineToRefreeze: 1, title: 'Later' })
    advance()
    expect(await copies(2)).toEqual(['OPS-2', 'OPS-3'])
    expect((await client.get(`${wiki}/baseline/OPS/1/pages`)).body).toEqual([
      { pageId: page, version: 1, count: 2 },
    ])
    const { pageId } = await baseline(2)
    expect(client.simulator.state('container', { pageId })).toMatchObject([
      { name: 'Later', parentContainerId: 1002 },
    ])
  })

  test('takes the current properties with the text of the chosen version when the baseline says so', async () => {
    await rewritePage(client, page, {
      define: [{ key: 'OPS-2', html: 'Log it best', properties: { Owner: 'Bea' } }],
    })
    const requirements = [{ key: 'OPS-2', baseline: 1 }]
    await refreeze({ baselineNumberToRefreeze: 1, requirements })
    await change(1, 'REFREEZEPROPERTIES', { refreezeProperties: true })
    await refreeze({ baselineNumberToRefreeze: 1, requirements })
    advance()
    const copy = async (v: number) => (await client.get(`${wiki}/requirement2/OPS/OPS-2?v=${v}`)).body
    expect(await copy(2)).toMatchObject({ htmlExcerpt: 'Log it', properties: [] })
    expect(await copy(3)).toMatchObject({
      htmlExcerpt: 'Log it',
      properties: [{ key: 'Owner', value: 'Bea' }],
    })
  })

  test.each([
    ['PREVIEW', 200, 409],
    ['IN_CREATION', 200, 409],
    ['DONE', 200, 200],
    ['ERROR', 200, 409],
  ])('a summary of a baseline in %s', async (status, ofBaseline, ofRefreeze) => {
    const limit = (value: number) =>
      client.put(`${wiki}/settings/baselineMaximumRequirements`, { value }, { token: 'tok-admin' })
    await create({ name: 'Two', searchQuery: "key != 'OPS-2'" })
    if (status === 'ERROR') await limit(1)
    if (status !== 'PREVIEW') await freeze(2)
    if (status === 'DONE' || status === 'ERROR') advance()
    expect((await baseline(2)).status).toBe(status)
    for (const base of ['baseline-actions/OPS', 'baseline/OPS']) {
      const summary = (body: object) => client.post(`${wiki}/${base}/pre-refreeze-summary`, body)
      const stored = await summary({ baseline: 2, spaceKey: 'OPS', name: 'Two', status })
      expect(stored.status).toBe(ofBaseline)
      expect(stored.body).toMatchObject({ dependencies: { after: [{ key: 'OPS-2' }] }, count: 2 })
      expect((await summary({ baselineToRefreeze: 2 })).status).toBe(ofRefreeze)
      const chosen = { baselineNumberToRefreeze: 2, requirements: [{ key: 'OPS-2' }] }
      const refrozen = await summary(chosen)
      expect(refrozen.status).toBe(ofRefreeze)
      if (ofRefreeze === 200) expect(refrozen.body).toEqual({ dependencies: {}, count: 3 })
      expect((await summary({ baseline: 9 })).status).toBe(404)
    }
    for (const place of ['misc', 'baseline']) {
      const query = encodeURIComponent("key = 'OPS-3'")
      const map = await client.get(`${wiki}/${place}/OPS/refreezeDependencies?requirementQuery=${query}`)
      expect(map.body).toMatchObject({ after: [{ relationship: 'after', spaceKey: 'OPS', key: 'OPS-2' }] })
      expect(Object.keys(map.body)).toEqual(['after'])
    }
  })

  test('lists what the selection depends on, in its three places', async () => {
    const needs = {
      needs: [expect.objectContaining({ relationship: 'needs', spaceKey: 'OPS', key: 'OPS-1' })],
    }
    await rewritePage(client, page, {
      define: [{ key: 'OPS-2', html: 'x', dependencies: [{ relationship: 'needs', key: 'OPS-1' }] }],
    })
    const query = encodeURIComponent("key = 'OPS-2'")
    expect(
      (await client.get(`${wiki}/misc/OPS/refreezeDependencies?requirementQuery=${query}`)).body,
    ).toEqual(needs)
    expect(
      (await client.get(`${wiki}/baseline/OPS/refreezeDependencies?requirementQuery=${query}`)).body,
    ).toEqual(needs)
    const removed = encodeURIComponent("key = 'OPS-1'")
    const path = `${wiki}/baseline/OPS/refreezeDependencies?queryForRequirementsToBaseline=&queryForRequirementsToRemove=${removed}`
    expect((await client.get(path)).body).toEqual(needs)
    for (const base of ['baseline-actions/OPS', 'baseline/OPS']) {
      const summary = (body: object) => client.post(`${wiki}/${base}/pre-refreeze-summary`, body)
      expect((await summary({ baselineToRefreeze: 1 })).body).toEqual({ dependencies: needs, count: 2 })
      expect((await summary({ baseline: 1, spaceKey: 'OPS' })).body).toEqual({
        dependencies: needs,
        count: 2,
      })
      expect((await summary({ searchQuery: "key = 'OPS-3'" })).body).toMatchObject({
        dependencies: { after: [{ key: 'OPS-2' }] },
      })
      expect((await summary({})).status).toBe(400)
    }
  })
})
