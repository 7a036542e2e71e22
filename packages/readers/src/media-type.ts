export { mediaTypeOfFilename } from '@polyparse/document/media-types'
export { detectMediaType } from './media-type/media-type.ts'
export { isPlainText, isTextual, usualName } from './media-type/media-type-of-text.ts'
export { resolveMediaType } from './media-type/declared-media-type.ts'
