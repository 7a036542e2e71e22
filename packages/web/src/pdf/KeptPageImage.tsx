import { useEffect, useState } from 'react'
import { isFileOfResult } from '../api/job-reader/files.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { useSession } from '../session/session.tsx'
import type { KeptPage } from './preview.ts'

type KeptPageImageProps = {
  /** Undefined for a page of which none is kept. */
  readonly image: KeptPage | undefined
  readonly alt: string
}

/**
 * The time that a page must be in sight before its image is read, in milliseconds: pages that one scrolls past are not
 * read.
 */
const pageImageRestMs = 100

/** The image of a page that the service keeps. */
export const KeptPageImage = ({ image, alt }: KeptPageImageProps) => {
  const viewMessages = useViewMessages()
  const { client } = useSession()
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const url = image?.url
  const type = image?.mimeType
  useEffect(() => {
    if (url === undefined || !isFileOfResult(url)) return setFailed(true)
    setFailed(false)
    const abort = new AbortController()
    let made: string | null = null
    const read = async () => {
      const file = await client.readFile(url, abort.signal)
      if (abort.signal.aborted) return
      made = URL.createObjectURL(file.slice(0, file.size, type))
      setAddress(made)
    }
    const timer = setTimeout(() => {
      read().catch(() => {
        if (!abort.signal.aborted) setFailed(true)
      })
    }, pageImageRestMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [client, url, type])
  if (failed) return <p className="page-failed muted small">{viewMessages.result.cannotDraw}</p>
  return address === null ? null : <img className="page-image" src={address} alt={alt} />
}
