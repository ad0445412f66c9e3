/**
 * Exports a span for each exchange and each job of a simulator over OTLP/HTTP, with the official packages. Only the address
 * that the operator gives is contacted, and redirects are not followed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import {
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { header, type RequestHeaders } from '../api/framework/exchange.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import type { SimulatorEvent } from '../simulator/event.ts'
import type { Intercept } from '../simulator/parts.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { VERSION } from '../version.ts'
import { countText } from '../world/count-text.ts'
import { exchangeAttributes, exchangeName, isFailed, jobAttributes } from './attributes.ts'

export interface SpanExportOptions {
  /** The address of the collector's traces. */
  readonly url: string
  /** Wall-clock milliseconds since 1970, with fractions. */
  readonly now: () => number
  /** Receives a sentence when exports begin to fail; it is called again only after a success. */
  readonly onProblem: (message: string) => void
}

export interface SpanExport {
  /** Goes into `fork` of the simulator whose exchanges are exported. */
  readonly intercept: Intercept
  /** Exports the jobs of the simulator, and from now on its exchanges. */
  watch(simulator: Pick<Simulator, 'events'>): void
  /** Sends what waits. Resolves when it has arrived or failed, within `LIMITS.request`. */
  close(): Promise<void>
  /** Cuts the connections to the collector, so that they do not keep the process running. */
  abandon(): void
}

/** Wall-clock milliseconds, and spans. */
export const LIMITS = {
  /** A span leaves after at most this time. */
  delay: 1000,
  /** A request that takes longer has failed. Below the first pause of the exporter's repetitions, which would delay the end. */
  request: 750,
  /** Spans that wait; more are dropped. */
  queue: 10_000,
}

type JobEvent = Extract<SimulatorEvent, { type: 'job' }>

interface RanJob {
  readonly event: JobEvent
  /** Wall-clock milliseconds. */
  readonly at: number
}

/** Starts to export. Throws if the packages of OpenTelemetry refuse the address. */
export function exportSpans({ url, now, onProblem }: SpanExportOptions): SpanExport {
  const agent = url.startsWith('https:')
    ? new SecureAgent({ keepAlive: true })
    : new Agent({ keepAlive: true })
  const otlp = new OTLPTraceExporter({ url, timeoutMillis: LIMITS.request, httpAgentOptions: () => agent })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'reqsim', 'service.version': VERSION }))
      // The operator's OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES count more.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withReports(otlp, url, onProblem),
        scheduledDelayMillis: LIMITS.delay,
        exportTimeoutMillis: LIMITS.request,
        maxQueueSize: LIMITS.queue,
      }),
    ],
  })
  const tracer = provider.getTracer('reqsim', VERSION)
  // Jobs that run while an exchange is handled are its children.
  const current = new AsyncLocalStorage<RanJob[]>()
  let watching = false
  return {
    async intercept(request, next) {
      if (!watching) return (await next()).answer
      const began = now()
      const jobs: RanJob[] = []
      const { answer, entry } = await current.run(jobs, next)
      if (entry !== undefined) addExchange(tracer, entry, jobs, began, now())
      return answer
    },
    watch(simulator) {
      watching = true
      simulator.events.subscribe(
        (event) => {
          if (event.type !== 'job') return
          const job = { event, at: now() }
          const exchange = current.getStore()
          if (exchange === undefined) addJob(tracer, job, ROOT_CONTEXT)
          else exchange.push(job)
        },
        { types: ['job'] },
      )
    },
    close: () => provider.shutdown().catch(() => {}),
    abandon: () => agent.destroy(),
  }
}

/** The span ends when the response has been sent, later than `handled` if a fault delays it. */
function addExchange(
  tracer: Tracer,
  entry: JournalEntry,
  jobs: readonly RanJob[],
  began: number,
  handled: number,
): void {
  const { delivery } = entry.answer
  const delay = delivery?.waits === true ? (delivery.latency ?? 0) + (delivery.slow ?? 0) : 0
  const parent = parentOf(entry)
  const span = tracer.startSpan(
    exchangeName(entry),
    { kind: SpanKind.SERVER, startTime: began, attributes: exchangeAttributes(entry) },
    parent,
  )
  if (isFailed(entry)) span.setStatus({ code: SpanStatusCode.ERROR })
  for (const job of jobs) addJob(tracer, job, trace.setSpan(parent, span))
  span.end(handled + delay)
}

function addJob(tracer: Tracer, { event, at }: RanJob, parent: Context): void {
  const { kind, outcome, failed } = event.data
  const attributes = jobAttributes(event)
  const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.INTERNAL, startTime: at, attributes }, parent)
  if (failed === true)
    span.setStatus({ code: SpanStatusCode.ERROR, ...(outcome === undefined ? {} : { message: outcome }) })
  span.end(at)
}

/** The span of the caller, from the headers of W3C Trace Context. */
function parentOf({ traceparent, request }: JournalEntry): Context {
  if (traceparent === undefined) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  const state = stateOf(request.headers)
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  })
}

const stateOf = (headers: RequestHeaders): string | undefined => header(headers, 'tracestate')

/** The exporter, which reports the first of consecutive failures. */
function withReports(
  otlp: OTLPTraceExporter,
  url: string,
  onProblem: (message: string) => void,
): SpanExporter {
  let failing = false
  return {
    export(spans, done) {
      otlp.export(spans, (result) => {
        const { error } = result
        const failed = error !== undefined
        if (failed && !failing)
          onProblem(`cannot export ${countText(spans.length, 'span')} to ${url}: ${reasonOf(error)}`)
        failing = failed
        done(result)
      })
    },
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
}

/** Errors of several addresses of one host have no message of their own. */
function reasonOf(error: Error & { readonly code?: unknown; readonly errors?: unknown }): string {
  const [first] = Array.isArray(error.errors) ? (error.errors as readonly Error[]) : []
  const message = error.message === '' ? (first?.message ?? '') : error.message
  return message === '' ? String(error.code ?? error.name) : message
}
