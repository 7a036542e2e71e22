import { useEffect, useMemo, useState } from 'react'
import { isFileOfResult } from '../api/job-reader/files.ts'
import { useSession } from '../session/session.tsx'
import { keptPreview, leavePreview, openPreview, type KeptPage, type Preview } from './preview.ts'

export type PreviewState =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly preview: Preview }
  /** There is no file, or none that a browser can show. */
  | { readonly state: 'none' }
  | { readonly state: 'failed' }

/**
 * Opens a preview of a document, and closes it when it is no longer shown. Without a file, or with one that the browser
 * cannot show, it is of the images that the service keeps.
 */
export const usePreview = (
  file: File | null,
  password: string | null,
  images: readonly KeptPage[] | undefined,
): PreviewState => {
  const kept = useKeptPreview(images)
  const own = useFilePreview(file, password)
  return useMemo(() => {
    const isMissing = own.state === 'none' || own.state === 'failed'
    return isMissing && kept !== null ? { state: 'open', preview: kept } : own
  }, [own, kept])
}

/** The images that the service keeps, until it turns out that it keeps them no more: a result is kept for longer. */
const useKeptPreview = (images: readonly KeptPage[] | undefined): Preview | null => {
  const { client } = useSession()
  const preview = useMemo(() => keptPreview(images), [images])
  const [gone, setGone] = useState<string | null>(null)
  const url = images?.[0]?.url
  useEffect(() => {
    if (url === undefined || !isFileOfResult(url)) return
    const abort = new AbortController()
    client.isFileGone(url, abort.signal).then(
      (isGone) => isGone && !abort.signal.aborted && setGone(url),
      // The images themselves report that the service is down.
      () => {},
    )
    return () => abort.abort()
  }, [client, url])
  return url !== undefined && gone === url ? null : preview
}

const useFilePreview = (file: File | null, password: string | null): PreviewState => {
  const [state, setState] = useState<PreviewState>({ state: file === null ? 'none' : 'opening' })
  useEffect(() => {
    if (file === null) return setState({ state: 'none' })
    setState({ state: 'opening' })
    let over = false
    let opened: Preview | null = null
    openPreview(file, password).then(
      (preview) => {
        opened = preview
        if (over && preview !== null) leavePreview(file, password, preview)
        else if (!over) setState(preview === null ? { state: 'none' } : { state: 'open', preview })
      },
      () => {
        if (!over) setState({ state: 'failed' })
      },
    )
    return () => {
      over = true
      if (opened !== null) leavePreview(file, password, opened)
    }
  }, [file, password])
  return state
}
