import { optionsOf, readerFamilies, readers } from '@polyparse/readers'
import type { LocalProvider } from '../local-provider.ts'

/** The best reading that the engines of this service give together, and how sure it is of each part. */
export const auto: LocalProvider = {
  id: 'auto',
  name: 'Best reading',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'confidence', 'page-selection'],
    outputs: ['markdown', 'text', 'html', 'pages', 'tables', 'images', 'chunks', 'json', 'metadata', 'fields'],
  },
  engines: readers.auto,
  family: readerFamilies.auto,
  derived: true,
  options: optionsOf(
    'password',
    'words',
    'languages',
    'dpi',
    'forceRecognition',
    'keepHeadersAndFooters',
    'imageFormat',
    'minimumImageSize',
    'chunkTokens',
    'maxChunkTokens',
  ),
}
