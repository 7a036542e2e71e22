import { readOptionsOf, readerFamilies, readers } from '@polyparse/readers'
import type { LocalProvider } from '../../local-provider.ts'

/** Reads what is visible as `provider-b` does, by a recogniser of another kind, which the operator has installed. */
export const paddleOcr: LocalProvider = {
  id: 'paddle-ocr',
  name: 'Optical reader with PP-OCR',
  capabilities: {
    execution: 'sync',
    features: ['blocks', 'confidence', 'page-selection'],
    outputs: ['images', 'json', 'markdown', 'metadata', 'pages', 'tables'],
  },
  engines: readers.paddle,
  family: readerFamilies.paddle,
  options: readOptionsOf('paddle'),
}
