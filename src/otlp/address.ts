/** The address to which spans are sent. */

const TRACES = '/v1/traces'

/**
 * The address of the traces of a collector. As with OTEL_EXPORTER_OTLP_ENDPOINT, `/v1/traces` is added to the address of a
 * collector: `http://127.0.0.1:4318` is `http://127.0.0.1:4318/v1/traces`.
 */
export function tracesAddress(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, '')
  return base.endsWith(TRACES) ? base : base + TRACES
}
