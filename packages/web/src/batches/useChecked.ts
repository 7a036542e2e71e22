import { useEffect, useState } from 'react'
import type { CatalogEntry } from '@polyparse/contract'
import type { ApiClient } from '../api/client.ts'
import type { ChosenSource } from '../request/source.ts'
import { useSession } from '../session/session.tsx'
import { checkSources, type Checked } from './refusals.ts'

/** The documents with what is wrong with each; those before the last change until the new ones have been looked at. */
export const useChecked = (sources: readonly ChosenSource[], chosen: readonly CatalogEntry[]): readonly Checked[] => {
  const { client, providers: catalog } = useSession()
  const maxBytes = useMaxUploadBytes(client)
  const [checked, setChecked] = useState<readonly Checked[]>([])
  const ids = chosen.map(({ id }) => id).join(' ')
  useEffect(() => {
    let isCurrent = true
    void checkSources(sources, { catalog, chosen: ids.split(' '), maxBytes }).then((all) => {
      if (isCurrent) setChecked(all)
    })
    return () => {
      isCurrent = false
    }
  }, [sources, catalog, ids, maxBytes])
  return checked
}

let maxBytesCache: { readonly client: ApiClient; readonly maxBytes: number | null } | null = null

/** The largest document that the service takes; null until it is known. */
export const useMaxUploadBytes = (client: ApiClient): number | null => {
  const [maxBytes, setMaxBytes] = useState(maxBytesCache?.client === client ? maxBytesCache.maxBytes : null)
  useEffect(() => {
    if (maxBytesCache?.client === client) return
    const abort = new AbortController()
    client.catalog(abort.signal).then(
      ({ maxUploadBytes = null }) => {
        maxBytesCache = { client, maxBytes: maxUploadBytes }
        if (!abort.signal.aborted) setMaxBytes(maxUploadBytes)
      },
      // The service says so itself when a document is too large.
      () => {},
    )
    return () => abort.abort()
  }, [client])
  return maxBytes
}
