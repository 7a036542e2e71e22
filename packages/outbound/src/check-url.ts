import { isIP } from 'node:net'
import { limits } from '@polyparse/contract'
import { isAddressAllowed, type AddressPolicy } from './addresses.ts'

export type UrlRefusal = {
  readonly kind: 'invalid_url' | 'refused_address'
  /** Follows the name of the field: `source.url must …`. */
  readonly reason: string
}

/**
 * Everything that can be checked about a URL without looking up its host: its length, http(s) only, no credentials, no literal
 * address that the policy refuses. The URL parser turns every spelling of an address (octal, hexadecimal, short,
 * full-width …) into its one form (URL Standard, host parsing).
 */
export const checkUrl = (text: string, policy: AddressPolicy): { url: URL } | UrlRefusal => {
  if (text.length > limits.urlLength) return invalid(`must have at most ${limits.urlLength} characters`)
  const url = URL.parse(text)
  if (url === null) return invalid('must be a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return invalid('must start with http:// or https://')
  if (url.username !== '' || url.password !== '') return invalid('must not carry a user name or password')
  if (!isHostAllowed(url, policy))
    return { kind: 'refused_address', reason: 'must not point to a private or reserved address' }
  return { url }
}

const invalid = (reason: string): UrlRefusal => ({ kind: 'invalid_url', reason })

/**
 * The address in the host of a URL, or null if the host is a name.
 * @example literalAddress(new URL('http://[::1]/')) // '::1'
 */
export const literalAddress = ({ hostname }: URL): string | null => {
  const host = hostname.replace(/^\[|\]$|\.+$/g, '')
  return isIP(host) === 0 ? null : host
}

const isHostAllowed = (url: URL, policy: AddressPolicy): boolean => {
  const literal = literalAddress(url)
  if (literal !== null) return isAddressAllowed(literal, policy)
  return !isLoopbackName(url.hostname) || loopback.some((address) => isAddressAllowed(address, policy))
}

const loopback = ['127.0.0.1', '::1']

/** `localhost` and all names under it are loopback by definition (RFC 6761, section 6.3). */
const isLoopbackName = (hostname: string): boolean => /(?:^|\.)localhost\.*$/.test(hostname)
