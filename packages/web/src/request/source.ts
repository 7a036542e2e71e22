/** The document of a job: one that the browser holds, perhaps from a folder, or one that the service fetches. */
export type ChosenSource = { readonly file: File; readonly path?: string } | { readonly url: string }

export const nameOfSource = (source: ChosenSource): string => {
  if ('file' in source) return source.file.name
  const { hostname, pathname } = new URL(source.url)
  return decodeUrlPart(pathname.split('/').findLast(Boolean) ?? hostname)
}

const decodeUrlPart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The address, if it is one that the service could fetch from.
 * @example readAddress('https://example.com/a.pdf') // 'https://example.com/a.pdf'
 */
export const readAddress = (text: string): string | null => {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/**
 * Tells by its name whether the pages of a document are drawable: for others, the service would answer that it has no
 * images.
 */
export const hasDrawablePages = (source: ChosenSource): boolean =>
  /\.(?:pdf|png|jpe?g|tiff?|webp|gif|bmp)$/i.test(
    'file' in source ? source.file.name : source.url.replace(/[?#].*/, ''),
  )
