/** `--otlp`: the export of spans, whose packages are optional peer dependencies. */
import { setTimeout } from 'node:timers/promises'
import { ToolFailure } from '../../replay/failure.ts'
import { visibleLines } from '../../replay/text.ts'
import type { SpanExport } from '../../otlp/exporter.ts'

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
]

/** Wall-clock milliseconds for the last export, so that the command ends within a second of its signal. */
const LAST_EXPORT = 300

/** Starts the export to a collector. Ends the command if a package of OpenTelemetry is missing. */
export async function startSpanExport(endpoint: string): Promise<SpanExport> {
  const { exportSpans, tracesAddress } = await loadExporter()
  return exportSpans({
    url: tracesAddress(endpoint),
    now: () => performance.timeOrigin + performance.now(),
    onProblem: (message) => process.stderr.write(`reqsim: --otlp: ${visibleLines(message)}\n`),
  })
}

/** Exports what waits, and disconnects. */
export async function endSpanExport(spans: SpanExport): Promise<void> {
  const over = new AbortController()
  const limit = setTimeout(LAST_EXPORT, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([spans.close(), limit])
  over.abort()
  spans.abandon()
}

async function loadExporter() {
  try {
    const [{ exportSpans }, { tracesAddress }] = await Promise.all([
      import('../../otlp/exporter.ts'),
      import('../../otlp/address.ts'),
    ])
    return { exportSpans, tracesAddress }
  } catch (error) {
    if (!(error instanceof Error) || !isMissing(error)) throw error
    throw new ToolFailure(
      2,
      `--otlp needs packages of OpenTelemetry: npm install --save-dev ${PACKAGES.join(' ')}`,
    )
  }
}

function isMissing(error: Error & { readonly code?: unknown }): boolean {
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@opentelemetry/')
}
