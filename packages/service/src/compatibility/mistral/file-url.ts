const fileScheme = 'polyparse-file:'

/**
 * The address of an uploaded file, which only `POST /v1/ocr` understands and nobody can fetch.
 * @example fileUrlOf('0199f0a2-7c1e-7b60-9d3a-5f2f6c1f0b11') // 'polyparse-file:0199f0a2-7c1e-7b60-9d3a-5f2f6c1f0b11'
 */
export const fileUrlOf = (id: string): string => `${fileScheme}${id}`

/**
 * The id in such an address; null in any other.
 * @example fileIdOfUrl('https://example.com/a.pdf') // null
 */
export const fileIdOfUrl = (url: string): string | null =>
  url.startsWith(fileScheme) ? url.slice(fileScheme.length) : null
