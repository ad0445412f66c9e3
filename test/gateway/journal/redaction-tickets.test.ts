// Signed addresses of files open a file without a credential, so their signatures are credentials.

import { expect, test } from 'vitest'
import { reportHtml } from '../../../src/gateway/report/html.ts'
import { reportMarkdown } from '../../../src/gateway/report/markdown.ts'
import { createSimulator, type SimulatorEvent } from '../../../src/index.ts'

const authorization = 'Bearer tok-alice'

test('come out of no recording, however they were sent', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const events: SimulatorEvent[] = []
  sim.events.subscribe((event) => events.push(event))
  const signatures: string[] = []
  for (const purpose of ['download', 'upload']) {
    const url = `/api/files/3100/${purpose}/url?applicationId=103`
    const response = await sim.exchange({ method: 'GET', url, headers: { authorization } })
    const address = JSON.parse(String(response.body)).url as string
    const signature = /[0-9a-f]{32}$/.exec(address)?.[0] as string
    signatures.push(signature)
    const ticket = address.slice(address.lastIndexOf('/') + 1)
    const escaped = ticket.replace('-', '%2D').replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)
    const query = `/api/organizations?address=${address}&again=${encodeURIComponent(address)}`
    for (const sent of [address, `/api/file-transfers/${escaped}`, `/api/nowhere/${ticket}`, query]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const headers = { referer: address, 'x-note': `see ${address}`, 'content-type': 'text/plain' }
        await sim.exchange({ method, url: sent, headers, body: `{"note":"${address}"}` })
      }
    }
  }
  const report = sim.report()
  const outlets = {
    journal: JSON.stringify(sim.journal.entries()),
    har: JSON.stringify(sim.journal.har()),
    report: JSON.stringify(report),
    page: reportHtml(report),
    markdown: reportMarkdown(report),
    events: JSON.stringify(events),
  }
  for (const [outlet, text] of Object.entries(outlets))
    for (const signature of signatures)
      expect([outlet, text.includes(signature.slice(0, 31))]).toEqual([outlet, false])
  // What a ticket says is told: which file, whose, until when.
  expect(outlets.journal).toMatch(/download-3100-2-\d+-\(redacted\)/)
})
