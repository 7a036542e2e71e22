import { readOptionsOf, readerFamilies, readers } from '@polyparse/readers'
import type { LocalProvider } from '../../local-provider.ts'

/** The fastest: the text that a document contains, put in order by a layout library. */
export const providerA: LocalProvider = {
  id: 'provider-a',
  name: 'Fast layout reader',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'page-selection'],
    outputs: ['markdown', 'text', 'pages', 'tables', 'images', 'json', 'metadata'],
  },
  engines: readers.fast,
  family: readerFamilies.fast,
  options: readOptionsOf('fast'),
}
