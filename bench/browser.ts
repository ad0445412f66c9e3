/** What a mocked request costs in a page in Chromium, behind MSW's service worker. */
import { bundle, findChromium, launchChromium, openPage } from '../test/doors/chromium.ts'
import { type Row, rowOf } from './measure.ts'

const REQUESTS = 200

/** No rows where there is no Chromium; that is said. */
export async function measureBrowser(rounds: number): Promise<Row[]> {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    console.error(
      'There is no Chromium on this machine, so MSW is not measured in a page; set CHROMIUM_PATH.',
    )
    return []
  }
  const browser = await launchChromium(executablePath)
  try {
    const { page, close } = await openPage(browser, await bundle('bench/browser-page.ts', 'msw'), 'msw')
    try {
      return await measurePage(page, rounds)
    } finally {
      await close()
    }
  } finally {
    await browser.close()
  }
}

async function measurePage(
  page: Awaited<ReturnType<typeof openPage>>['page'],
  rounds: number,
): Promise<Row[]> {
  const ready = await page.evaluate(() => globalThis.startMocking())
  const rateOf = (url: string) =>
    page.evaluate(([address, count]) => globalThis.askInTurn(address, count), [url, REQUESTS] as const)
  const ours: number[] = []
  const hand: number[] = []
  for (let round = -1; round < rounds; round++) {
    const some = await rateOf('/sim/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
    const others = await rateOf('/hand/REQ-001')
    if (round < 0) continue
    ours.push(some)
    hand.push(others)
  }
  return [
    rowOf({ name: 'a page: simulator with the demo and MSW ready', unit: 'ms' }, [ready]),
    rowOf({ name: 'MSW in Chromium, by key', unit: 'req/s' }, ours),
    rowOf({ name: 'MSW in Chromium, a handler written by hand', unit: 'req/s' }, hand),
    rowOf(
      { name: 'MSW in Chromium, beside a handler written by hand', unit: '×' },
      ours.map((rate, round) => rate / (hand[round] ?? Number.NaN)),
    ),
  ]
}
