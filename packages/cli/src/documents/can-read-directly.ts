import { localProviders, type Settings } from '@polyparse/service/settings'
import type { DocumentSource } from './document-source.ts'
import type { ReadQuery } from './document-reader.ts'

/**
 * Tells whether this process can read the documents itself, as a service with these settings would: with one of the engines
 * that come with it, from files of this machine. Everything else needs a service, if only a temporary one.
 */
export const canReadDirectly = (
  settings: Settings,
  sources: readonly DocumentSource[],
  {
    provider = settings.defaultProvider,
    fallback,
    providerOptions = {},
    metadata,
    extraction,
    classification,
  }: Omit<ReadQuery, 'outputs' | 'includeRaw'>,
): boolean =>
  sources.every((source) => 'path' in source) &&
  localProviders.some(({ id }) => id === provider) &&
  fallback === undefined &&
  metadata === undefined &&
  (extraction?.model ?? 'local') === 'local' &&
  extraction?.models === undefined &&
  (classification?.model ?? 'local') === 'local' &&
  extraction?.schemaId === undefined &&
  Object.keys(providerOptions).every((id) => id === provider) &&
  !Object.values(providerOptions).some((options) => 'escalate' in options) &&
  settings.providers.size === 0 &&
  settings.plugins.length === 0 &&
  settings.httpProviders === null &&
  settings.converterUrl === null &&
  settings.autoEscalate === null &&
  // Nothing but a service proves how far the system can confine native code.
  settings.nativeConfinement !== 'required'
