/** Returns how much a client wants something, from a header such as `Accept-Encoding: gzip;q=0.5, *;q=0` (RFC 9110, 12.4.2). */
const qualities = (header: string): Map<string, number> =>
  new Map(
    header.split(',').map((member) => {
      const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, quality === undefined ? 1 : Number(quality) || 0]
    }),
  )

/**
 * Tells whether a body may be sent with `Content-Encoding: gzip`. Without a preference it is sent as it is.
 * @example prefersGzip('gzip;q=1, *;q=0') // true
 */
export const prefersGzip = (acceptEncoding: string | undefined): boolean => {
  if (acceptEncoding === undefined) return false
  const accepted = qualities(acceptEncoding)
  const gzip = accepted.get('gzip') ?? accepted.get('x-gzip') ?? accepted.get('*') ?? 0
  return gzip > 0 && gzip >= (accepted.get('identity') ?? 0)
}

/**
 * The first of the most preferred encodings; null if the body is sent as it is.
 * @example chooseEncoding('gzip, br;q=0.5', ['br', 'gzip']) // 'gzip'
 */
export const chooseEncoding = <Encoding extends string>(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[],
): Encoding | null => {
  const accepted = qualities(acceptEncoding ?? 'identity')
  const welcome = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0
  const [best = null] = offered.toSorted((one, other) => welcome(other) - welcome(one))
  return best !== null && welcome(best) > 0 && welcome(best) >= (accepted.get('identity') ?? 0) ? best : null
}

/**
 * The type that is wanted most of those offered; null if none is. Of equal ones it is the one that is named, rather than
 * meant by a wildcard; then the first that is named, or offered.
 * @example chooseMediaType('text/html, text/plain;q=0.9', ['text/plain', 'text/markdown']) // 'text/plain'
 */
export const chooseMediaType = <MediaType extends string>(
  accept: string | undefined,
  offered: readonly MediaType[],
): MediaType | null => {
  const accepted = qualities(accept?.trim() || '*/*')
  const places = [...accepted.keys()]
  const rated = offered.map((type) => {
    const ranges = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']
    const found = ranges.find((range) => accepted.has(range)) ?? ''
    const place = found === type ? places.indexOf(type) : places.length
    return { type, quality: accepted.get(found) ?? 0, place }
  })
  const [best] = rated.toSorted((one, other) => other.quality - one.quality || one.place - other.place)
  return best !== undefined && best.quality > 0 ? best.type : null
}

/**
 * Tells whether a page is wanted rather than JSON.
 * @example prefersHtml('text/html,application/json;q=0.9') // true
 */
export const prefersHtml = (accept: string | undefined): boolean => {
  const accepted = qualities(accept ?? '*/*')
  const any = accepted.get('*/*') ?? 0
  const html = accepted.get('text/html') ?? accepted.get('text/*') ?? 0
  const json = accepted.get('application/json') ?? accepted.get('application/*') ?? any
  return html > json
}

/**
 * Tells whether `If-None-Match` names the entity tag; by weak comparison, as RFC 9110, 13.1.2 asks.
 * @example matchesEtag('W/"a", "b"', '"a"') // true
 */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.matchAll(/"[^"]*"/g).some(([tag]) => tag === opaque)
}
