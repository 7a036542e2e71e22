import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Client } from 'undici'
import { isAddressAllowed, type AddressPolicy } from './addresses.ts'
import { literalAddress } from './check-url.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

/** The addresses of a host name, in the order to try them. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Resolves names as the operating system does, `/etc/hosts` included. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/**
 * The addresses of a URL's host, all of them checked. One refused address refuses the host, because whoever answers for
 * the name chooses which address is used.
 */
export const checkedAddresses = async (url: URL, policy: AddressPolicy, resolve: Resolve): Promise<LookupAddress[]> => {
  const literal = literalAddress(url)
  const addresses = literal === null ? await resolved(url.hostname, resolve) : [literal]
  if (!addresses.every((address) => isAddressAllowed(address, policy)))
    throw new SafeFetchError('refused_address', `The host ${url.hostname} resolves to an address that is not allowed.`)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

const resolved = async (hostname: string, resolve: Resolve): Promise<readonly string[]> => {
  const unknown = (cause?: unknown) =>
    new SafeFetchError('unknown_host', `The host ${hostname} has no address.`, { cause })
  try {
    const addresses = await resolve(hostname)
    if (addresses.length === 0) throw unknown()
    return addresses
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ENOTFOUND' ? unknown(error) : error
  }
}

/**
 * A client of one connection that can only go to the given addresses. Nothing is looked up again, so that a changed
 * answer has no effect; SNI and the Host header keep the name.
 */
export const pinnedClient = async (
  url: URL,
  addresses: readonly LookupAddress[],
  connectTimeoutMs: number,
): Promise<Client> => {
  // A hundred modules, for which commands that fetch nothing do not wait.
  const { Client } = await import('undici')
  const pinned: LookupFunction = (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
  return new Client(url.origin, {
    connect: { lookup: pinned, timeout: connectTimeoutMs },
    allowH2: false,
    // One request, after which the connection is closed. The caller limits the time, over all phases at once.
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
