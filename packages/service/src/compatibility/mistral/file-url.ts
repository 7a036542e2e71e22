const fileScheme = 'polyparse-file:'

/** The address of an uploaded file, which only `POST /v1/ocr` understands and nobody can fetch. */
export const fileUrlOf = (id: string): string => `${fileScheme}${id}`

/** The id in such an address; null in any other. */
export const fileIdOfUrl = (url: string): string | null =>
  url.startsWith(fileScheme) ? url.slice(fileScheme.length) : null
