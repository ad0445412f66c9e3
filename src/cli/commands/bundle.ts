/** `reqsim bundle`: writes a scenario, the simulator and the console as one HTML page. */
import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readPackagedFile } from '../../adapters/node/packaged-files.ts'
import type { BundleContent } from '../../bundle/content.ts'
import { bundleHtml, type BundleParts } from '../../bundle/html.ts'
import { createSimulator } from '../../index.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import { visible } from '../../replay/text.ts'
import { checkSteps } from '../check-steps.ts'
import type { ClockFlag } from '../flags/flags.ts'
import { fail, readScenario } from '../scenario.ts'
import { openAt } from '../serving/open-at.ts'

export interface BundleFlags {
  /** The file to write; `-` for the standard output. */
  readonly out: string
  readonly clock?: ClockFlag
  readonly seed?: string
  /** The step of the timeline at which the page opens. */
  readonly until?: string
  /** Whether the page opens on the stage. */
  readonly stage?: boolean
}

export async function runBundle(name: string, flags: BundleFlags): Promise<void> {
  const { out, clock, seed, until, stage = false } = flags
  checkOut(out)
  const { scenario, resolved, description } = await readScenario(name)
  const content: BundleContent = {
    name: resolved.name,
    scenario,
    overrides: { ...(clock === undefined ? {} : { clock }), ...(seed === undefined ? {} : { seed }) },
    ...(until === undefined ? {} : { until }),
    ...(stage ? { stage } : {}),
  }
  await checkContent(name, content)
  const html = bundleHtml(await readParts(), content, description)
  if (out === '-') {
    process.stdout.write(html)
    return
  }
  try {
    writeFileSync(out, html)
  } catch (error) {
    throw new ToolFailure(1, fileProblem('write', out, error))
  }
  const sizes = [Buffer.byteLength(html), gzipSync(html, { level: 9 }).length].map(kilobytes)
  process.stdout.write(
    `${visible(out)} written: ${sizes[0]}, compressed ${sizes[1]}. Open it in a browser; it needs no server.\n`,
  )
}

/** Browsers show no page from a file of another name, and no scenario is overwritten by mistake. */
function checkOut(out: string): void {
  if (out === '-' || ['.html', '.htm'].includes(extname(out).toLowerCase())) return
  throw new ToolFailure(2, `--out: ${quoted(out)} is not an .html file, and not - for the standard output`)
}

/** Ends the command if the page could not start: it starts in the same way. */
async function checkContent(name: string, { scenario, overrides, until }: BundleContent): Promise<void> {
  const simulator = await createSimulator({ scenario, ...overrides }).catch(fail)
  if (until === undefined) return
  checkSteps(name, simulator.timeline, until)
  await openAt(simulator, until)
}

async function readParts(): Promise<BundleParts> {
  const names = ['console/index.html', 'console/console.css', 'bundle/simulator.js', 'console/console.js']
  const texts = await Promise.all([...names, 'bundle/licences.txt'].map((name) => readBuilt(name)))
  const [document = '', style = '', simulator = '', program = '', licences = ''] = texts
  return { document, style, programs: [simulator, program], licences }
}

async function readBuilt(name: string): Promise<string> {
  const text = await readPackagedFile(`dist/${name}`)
  if (text !== undefined) return text
  throw new ToolFailure(1, 'the page is not built in this checkout: run npm run build:bundle first')
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} KB`
}
