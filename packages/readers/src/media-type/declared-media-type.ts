import { mediaTypeOfFilename } from '@polyparse/document/media-types'

/**
 * The media type that is recorded: the declared one of a `Content-Type` header (RFC 9110, section 8.3), else that of
 * the file name's extension, else `application/octet-stream`. Without parameters, in lower case; a malformed
 * declaration counts as absent.
 *
 * @example resolveMediaType('text/HTML; charset=utf-8', null) // 'text/html'
 */
export const resolveMediaType = (contentType: string | undefined, filename: string | null): string =>
  essence(contentType ?? '') ?? mediaTypeOfFilename(filename) ?? 'application/octet-stream'

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const mediaType = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`, 'i')

/** Type and subtype (RFC 9110, section 8.3.1). */
const essence = (contentType: string): string | null => mediaType.exec(contentType)?.[1]?.toLowerCase() ?? null
