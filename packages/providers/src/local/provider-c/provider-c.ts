import { readOptionsOf, readerFamilies, readers } from '@polyparse/readers'
import type { LocalProvider } from '../../local-provider.ts'

/** Follows the structure: our own readers for PDF and office documents, which use tags and styles. */
export const providerC: LocalProvider = {
  id: 'provider-c',
  name: 'Structure reader',
  capabilities: {
    execution: 'async',
    features: ['page-selection'],
    outputs: ['chunks', 'html', 'images', 'json', 'markdown', 'metadata'],
  },
  engines: readers.structure,
  family: readerFamilies.structure,
  options: readOptionsOf('structure'),
}
