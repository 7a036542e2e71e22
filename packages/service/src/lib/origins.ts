/** The origins of web pages; `*` means all. */
export type Origins = '*' | readonly string[]

/**
 * Tells whether a text is an origin as a browser sends it in `Origin`: lowercase, without path, user and default port.
 */
const isOrigin = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.:[\]_-]+$/.test(text) && (!/^https?:/.test(text) || URL.parse(text)?.origin === text)

/**
 * Reads origins that are separated by commas, or `*`; null if one of them is no origin.
 * @example parseOrigins('https://app.example.com') // ['https://app.example.com']
 */
export const parseOrigins = (text: string): Origins | null => {
  if (text === '*') return '*'
  const origins = text.split(',').map((each) => each.trim())
  return origins.every(isOrigin) ? origins : null
}

/**
 * @example includesOrigin(['https://example.com'], 'https://example.com') // true
 */
export const includesOrigin = (origins: Origins, origin: string): boolean => origins === '*' || origins.includes(origin)
