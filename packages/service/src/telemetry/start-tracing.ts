import { context, propagation, trace } from '@opentelemetry/api'
import {
  AsyncLocalStorageContextManager,
  BatchSpanProcessor,
  defaultResource,
  detectResources,
  envDetector,
  OTLPTraceExporter,
  ParentBasedSampler,
  resourceFromAttributes,
  TraceIdRatioBasedSampler,
  TracerProvider,
  W3CTraceContextPropagator,
} from './open-telemetry.ts'

type StartTracingOptions = {
  /** The collector's address, to which `/v1/traces` is added. */
  readonly endpoint: string
  /** The share of the traces that start here that is recorded. For a caller's trace the caller has decided. */
  readonly ratio: number
  readonly service: string
  readonly version: string
  readonly instance: string
}

/** The time that it may take to send the last spans. */
const flushMs = 2000

/**
 * Records spans from now on and sends them to the collector, in the background: if it is unreachable, only the spans
 * are lost. The exporter reads the other `OTEL_EXPORTER_OTLP_…` variables itself, such as its headers. Resolves to a
 * function that sends the last spans and stops.
 */
export const startTracing = ({
  endpoint,
  ratio,
  service,
  version,
  instance,
}: StartTracingOptions): (() => Promise<void>) => {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({ 'service.name': service, 'service.version': version, 'service.instance.id': instance }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5000 }),
      }),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager()
  contexts.enable()
  context.setGlobalContextManager(contexts)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, flushMs)
    await Promise.race([provider.shutdown().catch(() => {}), late.promise])
    clearTimeout(timer)
    trace.disable()
    propagation.disable()
    context.disable()
  }
}
