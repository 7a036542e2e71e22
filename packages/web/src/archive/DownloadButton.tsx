import { DownloadIcon } from '../design/icons.tsx'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../language/messages.ts'
import type { ArchivedDocument } from './archived-document.ts'

const DownloadDialog = lazy(() =>
  import('./DownloadDialog.tsx').then(({ DownloadDialog }) => ({ default: DownloadDialog })),
)

type DownloadButtonProps = {
  /** The name of the file, without an extension. */
  readonly name: string
  readonly documents: readonly ArchivedDocument[]
  readonly isQuiet?: boolean
}

/** Saves the outputs of documents as a ZIP. */
export const DownloadButton = ({ name, documents, isQuiet = false }: DownloadButtonProps) => {
  const messages = useMessages()
  const [isOpen, setOpen] = useState(false)
  const { download, downloadAll } = messages.archive
  return (
    <>
      <button
        type="button"
        className={isQuiet ? 'button quiet' : 'button'}
        disabled={documents.every(({ problem }) => problem !== null)}
        onClick={() => setOpen(true)}
      >
        <DownloadIcon size={15} aria-hidden />
        <span>{isQuiet ? download : downloadAll}</span>
      </button>
      {isOpen && (
        <Suspense>
          <DownloadDialog name={name} documents={documents} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
