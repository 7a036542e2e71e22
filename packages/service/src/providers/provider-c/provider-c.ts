import { engineByMediaType, officeMediaTypes, optionsOf } from '@polyparse/readers'
import type { LocalProvider } from '../local-provider.ts'

const all = (mediaTypes: readonly string[], engine: string): Record<string, string> =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, engine]))

/** After the structure: readers of our own for PDF and office documents, which follow tags and styles. */
export const providerC: LocalProvider = {
  id: 'provider-c',
  name: 'Structure reader',
  capabilities: {
    execution: 'async',
    features: ['page-selection'],
    outputs: ['chunks', 'html', 'images', 'json', 'markdown', 'metadata'],
  },
  engines: {
    ...engineByMediaType,
    'application/pdf': 'structure',
    ...all(officeMediaTypes.docx, 'docx'),
    ...all(officeMediaTypes.pptx, 'pptx'),
    ...all(officeMediaTypes.xlsx, 'xlsx'),
    ...all([...officeMediaTypes.odt, ...officeMediaTypes.ods, ...officeMediaTypes.odp], 'opendocument'),
    ...all(officeMediaTypes.rtf, 'rtf'),
  },
  options: optionsOf(
    'password',
    'languages',
    'forceRecognition',
    'keepHeadersAndFooters',
    'imageFormat',
    'minimumImageSize',
    'chunkTokens',
    'maxChunkTokens',
  ),
}
