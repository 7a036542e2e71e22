import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  SpanKind,
  type Context,
  type Span,
} from '@opentelemetry/api'

/**
 * Spans of distributed traces. Without an installed tracer nothing is recorded, and tracing costs next to nothing.
 * Spans leave this machine, so they contain ids, names of providers and codes, but never any part of a document, an
 * address, a key, or the message of an error, which may quote them.
 */

/** The context that crosses process boundaries, as in https://www.w3.org/TR/trace-context/. */
export type TraceContext = { readonly traceparent: string; readonly tracestate: string | null }

export { SpanKind, type Span }

export type SpanOptions = {
  readonly kind: SpanKind
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Absent: the span that is running. */
  readonly parent?: TraceContext | null
}

const tracer = trace.getTracer('polyparse')

/** The maximum length of a state that everyone must pass on (section 3.3.1.5); a longer one is left out as a whole. */
const maxStateLength = 512

export const startSpan = (name: string, { kind, attributes = {}, parent }: SpanOptions): Span =>
  tracer.startSpan(name, { kind, attributes }, parent === undefined ? context.active() : contextOfTraceParent(parent))

/** Everything that the work starts belongs to the span. */
export const within = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span), work)

/** A span that lasts as long as the work. */
export const inSpan = async <Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> => {
  const span = startSpan(name, options)
  try {
    return await within(span, () => work(span))
  } catch (error) {
    fail(span, typeOfError(error))
    throw error
  } finally {
    span.end()
  }
}

/** Marks the current span as failed, although no error passes through it. */
export const markFailed = (type: string): void => {
  const span = trace.getActiveSpan()
  if (span !== undefined) fail(span, type)
}

export const fail = (span: Span, type: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', type)
}

/** The context of the current span, to be continued elsewhere; null when there is none. */
export const currentTrace = (): TraceContext | null => {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  const { traceparent, tracestate = '' } = carrier
  return traceparent === undefined
    ? null
    : { traceparent, tracestate: tracestate === '' || tracestate.length > maxStateLength ? null : tracestate }
}

/** Returns the ids by which lines of the log and traces are found from each other. */
export const currentIds = (): { traceId?: string; spanId?: string } => {
  const spanContext = trace.getSpanContext(context.active())
  return spanContext !== undefined && isSpanContextValid(spanContext)
    ? { traceId: spanContext.traceId, spanId: spanContext.spanId }
    : {}
}

const contextOfTraceParent = (parent: TraceContext | null): Context =>
  parent === null
    ? ROOT_CONTEXT
    : propagation.extract(ROOT_CONTEXT, {
        traceparent: parent.traceparent,
        ...(parent.tracestate !== null && { tracestate: parent.tracestate }),
      })

const typeOfError = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
