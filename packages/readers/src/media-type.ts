export { mediaTypeOfFilename } from './media-type/extensions.ts'
export { detectMediaType } from './media-type/media-type.ts'
export { resolveMediaType } from './media-type/resolve-media-type.ts'
