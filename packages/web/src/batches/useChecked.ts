import { useEffect, useState } from 'react'
import type { CatalogEntry } from '@polyparse/contract'
import type { ApiClient } from '../api/client.ts'
import type { ChosenSource } from '../request/source.ts'
import { useSession } from '../session/session.tsx'
import { checkSources, type Checked } from './refusals.ts'

/** The documents with what is wrong with each; those before the last change until the new ones have been looked at. */
export const useChecked = (sources: readonly ChosenSource[], chosen: readonly CatalogEntry[]): readonly Checked[] => {
  const { client, providers: catalog } = useSession()
  const { maxBytes } = useServiceFigures(client)
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

/** The figures that the service gives about itself; null where it gives none. */
type ServiceFigures = {
  /** The largest document that it takes. */
  readonly maxBytes: number | null
  /** The time for which it keeps images of pages, in seconds; 0 if it makes none. */
  readonly pageImageSeconds: number
}

const unknownFigures: ServiceFigures = { maxBytes: null, pageImageSeconds: 0 }

let figuresCache: { readonly client: ApiClient; readonly figures: ServiceFigures } | null = null

export const useServiceFigures = (client: ApiClient): ServiceFigures => {
  const [figures, setFigures] = useState(figuresCache?.client === client ? figuresCache.figures : unknownFigures)
  useEffect(() => {
    if (figuresCache?.client === client) return
    const abort = new AbortController()
    client.catalog(abort.signal).then(
      ({ maxUploadBytes: maxBytes = null, pageImageSeconds = 0 }) => {
        figuresCache = { client, figures: { maxBytes, pageImageSeconds } }
        if (!abort.signal.aborted) setFigures(figuresCache.figures)
      },
      // The service says so itself when a document is too large.
      () => {},
    )
    return () => abort.abort()
  }, [client])
  return figures
}
