import type { Sandbox } from '@polyparse/readers/sandbox'
import type { ParseSource, Provider, RemoteProvider } from './provider.ts'
import { neutralName } from './vendor-media-types.ts'

/** What the operator has said of a vendor. */
export type VendorAccess = {
  /** '' where the vendor wants none. */
  readonly key: string
  readonly baseUrl: string
  readonly whenUnknown: RemoteProvider['whenUnknown']
  /** Where it should not be the vendor's own limit. */
  readonly requestsPerSecond?: number
}

export type VendorParts = { readonly sandbox: Pick<Sandbox, 'run'> }

/** A vendor that can be asked once there is a key: what it can do is known without one. */
export type VendorAdapter = {
  readonly declaration: Pick<Provider, 'id' | 'name' | 'capabilities'>
  create(access: VendorAccess, parts: VendorParts): RemoteProvider
}

/** All that the service makes of a document with blocks and their places. */
export const everyOutput: Provider['capabilities']['outputs'] = [
  'markdown',
  'text',
  'html',
  'pages',
  'tables',
  'images',
  'chunks',
  'json',
  'metadata',
]

/** The document as vendors get it. */
export const neutralSource = (source: ParseSource): ParseSource => ({
  ...source,
  filename: neutralName(source.mediaType),
})

/** How long to leave a vendor alone that works on so many pages, and may have asked for a pause itself. */
export const pollPauseSeconds = (pages: number | null, asked = 0): number =>
  Math.max(asked, Math.min(10, Math.max(2, (pages ?? 20) / 10)))

/** For deletions: what is no longer there is deleted. */
export const unlessGone = (error: unknown): void => {
  const isGone = typeof error === 'object' && error !== null && 'gone' in error && error.gone === true
  if (!isGone) throw error
}
