import type { Settings } from '@polyparse/service/settings'
import { CliError } from '../cli-error.ts'

/**
 * The address in POLYPARSE_URL; null if it is not set.
 * @example readServiceUrl({ POLYPARSE_URL: 'https://parse.example.com' }) // 'https://parse.example.com'
 */
export const readServiceUrl = (environment: NodeJS.ProcessEnv): string | null => {
  const text = environment['POLYPARSE_URL']?.trim() ?? ''
  if (text === '') return null
  const url = parseServiceUrl(text)
  if (url === null) throw new CliError(`POLYPARSE_URL must be ${allowedUrl}`)
  return url
}

export const allowedUrl = 'a URL that starts with http:// or https://'

/**
 * The address of a service without a trailing slash; null if the text is not one.
 * @example parseServiceUrl('https://parse.example.com/') // 'https://parse.example.com'
 */
export const parseServiceUrl = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The address at which a service with these settings listens; null if it uses any free port. */
export const defaultUrl = ({ host, port }: Settings): string | null => {
  if (port === 0) return null
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/**
 * @example isLoopback('http://127.0.0.1:3000') // true
 */
export const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
