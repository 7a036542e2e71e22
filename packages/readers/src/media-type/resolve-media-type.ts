import { mediaTypeOfFilename } from './extensions.ts'

/**
 * The media type that is recorded: as declared, else as the file name's extension tells, else octet-stream. Without
 * parameters, in lower case; a declaration that is no media type counts as absent.
 */
export const resolveMediaType = (contentType: string | undefined, filename: string | null): string =>
  essence(contentType ?? '') ?? mediaTypeOfFilename(filename) ?? 'application/octet-stream'

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const mediaType = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`, 'i')

/** Type and subtype (RFC 9110, section 8.3.1). */
const essence = (contentType: string): string | null => mediaType.exec(contentType)?.[1]?.toLowerCase() ?? null
