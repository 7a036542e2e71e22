import { useMemo, useSyncExternalStore } from 'react'

/** The current place in the app: the part of the URL after the `#`, as path and query. */
export type Route = {
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

const decodeRoutePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const parseRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return {
    path: path.split('/').filter(Boolean).map(decodeRoutePart),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

type RouteQuery = Readonly<Record<string, string | number | null | undefined>>

/**
 * The `href` of a place in the app, such as `hrefOf(['jobs', id], { page: 3 })`; parameters that are null are left out.
 */
export const hrefOf = (path: readonly string[], query: RouteQuery = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

/** Goes there; with `replace`, without a new entry in the history. */
export const go = (href: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (!replace) {
    location.hash = href
    return
  }
  history.replaceState(history.state, '', href)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

const subscribeToHashChange = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export const useRoute = (): Route => {
  const hash = useSyncExternalStore(subscribeToHashChange, () => location.hash)
  return useMemo(() => parseRoute(hash), [hash])
}
