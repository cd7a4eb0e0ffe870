import type * as OpenTelemetry from '@opentelemetry/api'
import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api'
import { within } from './within.ts'

/** Attributes of a span: names, numbers and codes; never a secret or a value that somebody sent. */
export type SpanFacts = Attributes

/** Adds facts to a span when its work has ended. */
export type Note = (facts: SpanFacts, name?: string) => void

interface Opened {
  api: typeof OpenTelemetry
  tracer: Tracer
}

const endMs = 1_000

/** Undefined while tracing is off; a span then costs one comparison. */
let opened: Opened | undefined

/**
 * Sends spans of this process by OTLP over HTTP to an endpoint such as http://collector:4318; returns a function that
 * flushes and stops. The SDK is only loaded here. It reads OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER from the
 * environment itself.
 */
export async function openTracing(endpoint: string, build: string): Promise<() => Promise<void>> {
  const [api, sdk, otlp, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'agency-support', 'service.version': build }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  provider.register()
  opened = { api, tracer: provider.getTracer('agency-support') }
  return async () => {
    opened = undefined
    // An unreachable collector must not delay the server's shutdown.
    await within(endMs, provider.shutdown()).catch(() => undefined)
    api.trace.disable()
    api.context.disable()
    api.propagation.disable()
  }
}

/** True if tracing is on. */
export function isTracing(): boolean {
  return opened !== undefined
}

interface SpanOptions {
  kind: 'server' | 'client'
  facts?: SpanFacts
  /** Creates the span only inside another one; otherwise background work would drown the rest. */
  onlyWithin?: boolean
}

/** Runs work in a span; an exception marks the span as failed. */
export async function inSpan<T>(
  name: string,
  { kind, facts = {}, onlyWithin = false }: SpanOptions,
  work: (note: Note) => Promise<T>,
): Promise<T> {
  if (opened === undefined) return work(noNote)
  const { api, tracer } = opened
  if (onlyWithin && api.trace.getActiveSpan() === undefined) return work(noNote)
  return tracer.startActiveSpan(name, { kind: toKind(opened, kind), attributes: facts }, async (span) => {
    try {
      return await work((more, newName) => {
        span.setAttributes(more)
        if (newName !== undefined) span.updateName(newName)
      })
    } catch (error) {
      noteFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

const noNote: Note = () => undefined
const errorStatus = 2

/** Records only the kind of failure: the message may contain what somebody sent. */
function noteFailure(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: errorStatus })
}

function toKind({ api }: Opened, kind: SpanOptions['kind']): SpanKind {
  return kind === 'server' ? api.SpanKind.SERVER : api.SpanKind.CLIENT
}

/** Adds a span, inside another one, for work of this duration that has just ended. */
export function noteSpan(
  name: string,
  { ms, facts, failed }: { ms: number; facts: SpanFacts; failed: boolean },
): void {
  if (opened === undefined || opened.api.trace.getActiveSpan() === undefined) return
  const kind = toKind(opened, 'client')
  const end = Date.now()
  const span = opened.tracer.startSpan(name, { kind, attributes: facts, startTime: end - ms })
  if (failed) span.setStatus({ code: errorStatus })
  span.end(end)
}

/** Headers that let the called server continue the trace (W3C Trace Context); empty without a trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  if (opened !== undefined) {
    const active: Context = opened.api.context.active()
    opened.api.propagation.inject(active, headers)
  }
  return headers
}
