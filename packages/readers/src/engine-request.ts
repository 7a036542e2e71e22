import { type Chunking, defaultChunking } from '@polyparse/document/schema'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import type { ReadOptions } from './read-options.ts'

type EngineRequestFields = Pick<EngineRequest, 'mediaType' | 'pages' | 'maxPages' | 'pictures' | 'raw'> & {
  /** The folder of further languages for text in images. Default: null. */
  readonly languagesFolder?: string | null
}

/**
 * Makes the request to an engine of the request for this document, with the caller's options or the defaults of
 * `defaultRequest`. It checks nothing: the options must fit `ReadOptions`.
 *
 * @example engineRequest({ mediaType, pages: null, maxPages: 5000, pictures: true, raw: false }, { dpi: 300 })
 */
export const engineRequest = (
  { languagesFolder = null, ...asked }: EngineRequestFields,
  options: ReadOptions,
): EngineRequest => ({
  ...asked,
  password: options.password ?? null,
  pictureFormat: options.imageFormat ?? defaultRequest.pictureFormat,
  minPictureSide: options.minimumImageSize ?? defaultRequest.minPictureSide,
  recognition: {
    languages: isAsked(options.languages) ? options.languages : defaultRequest.recognition.languages,
    dpi: options.dpi ?? defaultRequest.recognition.dpi,
    folder: languagesFolder,
  },
  forceRecognition: options.forceRecognition ?? defaultRequest.forceRecognition,
  keepRunningText: options.keepHeadersAndFooters ?? defaultRequest.keepRunningText,
  includeHidden: options.includeHidden ?? defaultRequest.includeHidden,
  words: options.words ?? defaultRequest.words,
  confidence: defaultRequest.confidence,
  attachments: options.attachments ?? defaultRequest.attachments,
  charset: options.charset ?? defaultRequest.charset,
})

const isAsked = (languages: ReadOptions['languages']): languages is string[] =>
  languages !== undefined && languages !== 'auto'

/**
 * Returns how chunks are to be made. They are made with the other outputs, so this travels with the document. The target
 * is never above the maximum.
 */
export const chunkingOf = ({
  chunkTokens = defaultChunking.targetTokens,
  maxChunkTokens = defaultChunking.maxTokens,
  chunkOverlap = defaultChunking.overlapTokens,
  chunkContext = defaultChunking.context,
  chunkTokenizer = defaultChunking.tokenizer,
}: ReadOptions): Chunking => ({
  targetTokens: Math.min(chunkTokens, maxChunkTokens),
  maxTokens: maxChunkTokens,
  overlapTokens: chunkOverlap,
  context: chunkContext,
  tokenizer: chunkTokenizer,
})
