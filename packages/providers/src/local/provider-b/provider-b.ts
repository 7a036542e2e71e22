import { readOptionsOf, readerFamilies, readers } from '@polyparse/readers'
import type { LocalProvider } from '../../local-provider.ts'

/** Reads what is visible: every page as an image, whether or not it has text. */
export const providerB: LocalProvider = {
  id: 'provider-b',
  name: 'Optical reader',
  capabilities: {
    execution: 'sync',
    features: ['blocks', 'confidence', 'page-selection'],
    outputs: ['images', 'json', 'markdown', 'metadata', 'pages', 'tables'],
  },
  engines: readers.optical,
  family: readerFamilies.optical,
  options: readOptionsOf('optical'),
}
