import type { FastifyRequest } from 'fastify'

/** The settings on which the names and attributes of cookies depend. */
export type CookieSettings = { readonly baseUrl: string | null }

const isSecure = ({ baseUrl }: CookieSettings): boolean => baseUrl?.startsWith('https:') === true

/**
 * The name of a cookie. With TLS, its prefix keeps other hosts and paths from setting it. Without, it has the port,
 * because cookies of one host are otherwise those of all its ports.
 */
const nameOfSessionCookie = (name: string, request: FastifyRequest, settings: CookieSettings): string => {
  if (isSecure(settings)) return `__Host-polyparse-${name}`
  const port = URL.parse(`http://${request.headers.host ?? ''}`)?.port ?? ''
  return port === '' ? `polyparse-${name}` : `polyparse-${name}-${port}`
}

/** The value of a cookie that {@link cookie} has set; null if the browser has none. */
export const readCookie = (name: string, request: FastifyRequest, settings: CookieSettings): string | null => {
  const start = `${nameOfSessionCookie(name, request, settings)}=`
  const found = (request.headers.cookie ?? '').split(/; */).find((pair) => pair.startsWith(start))
  return found === undefined ? null : found.slice(start.length)
}

type Cookie = {
  readonly value: string
  readonly maxAgeSeconds: number
  /** `Lax`: is also sent when the page of another site leads here. */
  readonly sameSite: 'Strict' | 'Lax'
}

/** A `Set-Cookie` header. No script can read the cookie. */
export const cookie = (
  name: string,
  { value, maxAgeSeconds, sameSite }: Cookie,
  request: FastifyRequest,
  settings: CookieSettings,
): string =>
  [
    `${nameOfSessionCookie(name, request, settings)}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure(settings) ? ['Secure'] : []),
  ].join('; ')

/** Removes it. */
export const noCookie = (name: string, request: FastifyRequest, settings: CookieSettings): string =>
  cookie(name, { value: '', maxAgeSeconds: 0, sameSite: 'Strict' }, request, settings)
