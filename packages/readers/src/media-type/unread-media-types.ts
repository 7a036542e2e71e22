const heic =
  'There is no decoder of HEIC under a licence that Polyparse can be distributed with: convert it to JPEG, PNG or AVIF, as `heif-convert` of libheif does, or use a vendor that reads it.'

const advice: Readonly<Record<string, string>> = {
  'image/heic': heic,
  'image/heif': heic,
  'image/heic-sequence': heic,
  'image/heif-sequence': heic,
}

/**
 * Returns what would read a document of a type that no engine here reads, in a sentence; null where nothing better is
 * known.
 */
export const adviceForUnread = (mediaType: string): string | null => advice[mediaType] ?? null
