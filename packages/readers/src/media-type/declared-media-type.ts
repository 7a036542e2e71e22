import { mediaTypeOfFilename } from '@polyparse/document/media-types'

/**
 * The media type that is recorded: the declared one of a `Content-Type` header (RFC 9110, section 8.3), else that of
 * the file name's extension, else `application/octet-stream`. Without parameters, in lower case; a malformed
 * declaration counts as absent.
 *
 * @example resolveMediaType('text/HTML; charset=utf-8', null) // 'text/html'
 */
export const resolveMediaType = (contentType: string | undefined, filename: string | null): string =>
  essence(contentType ?? '') ?? mediaTypeOfFilename(filename) ?? unknown

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const mediaType = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`, 'i')

const unknown = 'application/octet-stream'

/** Type and subtype (RFC 9110, section 8.3.1); null also of the type that says only that it is not known. */
const essence = (contentType: string): string | null => {
  const declared = mediaType.exec(contentType)?.[1]?.toLowerCase()
  return declared === undefined || declared === unknown ? null : declared
}
