import { isIP } from 'node:net'

type HostCheckOptions = {
  /** The address that the server listens on. */
  readonly host: string
  /** The public address of the server, where the operator has named one. */
  readonly baseUrl: string | null
}

/**
 * A check of `Host` headers against DNS rebinding, by which a website has its own name lead to a loopback or private
 * address, and then reads what is served there. An address passes, a loopback name, and the host of the base URL. A
 * server that others can reach has names that are unknown here unless a base URL is set: then every name passes.
 */
export const createHostCheck = ({ host, baseUrl }: HostCheckOptions): ((header: string | undefined) => boolean) => {
  const own = baseUrl === null ? null : new URL(baseUrl).hostname
  if (own === null && !isLoopbackHost(host)) return () => true
  return (header) => {
    const name = URL.parse(`http://${header ?? ''}`)?.hostname
    if (name === undefined) return false
    return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || isLoopbackName(name) || name === own
  }
}

const isLoopbackHost = (host: string): boolean => isLoopbackName(host) || /^127\.|^::1$/.test(host)

const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')
