import type { FastifyInstance } from 'fastify'

const everywhere = new Set(['0.0.0.0', '::', '127.0.0.1', '::1'])

/** The public address of the service: as configured, else where it listens. Never what a `Host` header claims. */
export const baseUrlOf = (app: FastifyInstance, configured: string | null): string => {
  if (configured !== null) return configured
  const [address] = app.addresses()
  if (address === undefined || typeof address === 'string') return 'http://localhost'
  const host = everywhere.has(address.address) ? 'localhost' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
