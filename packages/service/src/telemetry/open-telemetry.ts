/**
 * The part of the SDK of OpenTelemetry that is used, in a module of its own: published, it holds that part of the SDK.
 */
export { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
export { W3CTraceContextPropagator } from '@opentelemetry/core'
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
export { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
export {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
