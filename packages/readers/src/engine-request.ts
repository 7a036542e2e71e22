import type { Chunking } from '@polyparse/document'
import { defaultRequest, type EngineRequest } from './engine.ts'
import type { ReadOptions } from './read-options.ts'

type Asked = Pick<EngineRequest, 'mediaType' | 'pages' | 'maxPages' | 'pictures' | 'raw'>

/** What an engine is asked for: the document's own, with the caller's options or their defaults. */
export const engineRequest = (asked: Asked, options: ReadOptions): EngineRequest => ({
  ...asked,
  password: options.password ?? null,
  pictureFormat: options.imageFormat ?? defaultRequest.pictureFormat,
  minPictureSide: options.minimumImageSize ?? defaultRequest.minPictureSide,
  recognition: {
    languages: options.languages ?? defaultRequest.recognition.languages,
    dpi: options.dpi ?? defaultRequest.recognition.dpi,
  },
  forceRecognition: options.forceRecognition ?? defaultRequest.forceRecognition,
  keepRunningText: options.keepHeadersAndFooters ?? defaultRequest.keepRunningText,
  words: options.words ?? defaultRequest.words,
})

/** How long chunks may be; they are made with the other outputs, so this travels with the document. */
export const chunkingOf = ({ chunkTokens = 512, maxChunkTokens = 1024 }: ReadOptions): Chunking => ({
  targetTokens: Math.min(chunkTokens, maxChunkTokens),
  maxTokens: maxChunkTokens,
})
