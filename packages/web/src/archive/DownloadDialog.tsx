import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../design/Dialog.tsx'
import { messageOfError } from '../api/message-of.ts'
import { download } from '../browser/download.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import { useToast } from '../design/toast.tsx'
import { useMessages } from '../language/messages.ts'
import { useSession } from '../session/session.tsx'
import { type ArchivedDocument, type ArchivePart, archiveParts } from './archived-document.ts'
import { safePath } from './entry-names.ts'
import { writeArchive } from './write-archive.ts'
import './archive.css'

type DownloadDialogProps = {
  readonly name: string
  readonly documents: readonly ArchivedDocument[]
  readonly onClose: () => void
}

const archiveStorageName = 'archive'

/** Returns what was chosen last in this tab; at first, everything. */
const lastParts = (): ReadonlySet<ArchivePart> => {
  const stored = readStored('session', archiveStorageName)?.split(',')
  return new Set(archiveParts.filter((part) => stored?.includes(part) ?? true))
}

/** Asks what the archive should have, writes and saves it. Closing it stops that. */
export const DownloadDialog = ({ name, documents, onClose }: DownloadDialogProps) => {
  const messages = useMessages()
  const { client } = useSession()
  const showToast = useToast()
  const [parts, setParts] = useState(lastParts)
  /** The number of documents that have been written; null before the start. */
  const [written, setWritten] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  const words = messages.archive
  useEffect(() => () => abort.current?.abort(), [])

  const toggle = (part: ArchivePart) => {
    const next = new Set(parts)
    if (!next.delete(part)) next.add(part)
    setParts(next)
    writeStored('session', archiveStorageName, [...next].join(','))
  }
  const save = async () => {
    const controller = new AbortController()
    abort.current = controller
    setWritten(0)
    try {
      const { archive, omissions } = await writeArchive({
        client,
        documents,
        parts,
        onDocument: setWritten,
        signal: controller.signal,
      })
      download(`${safePath(name).replaceAll('/', ' ')}.zip`, archive, 'application/zip')
      showToast(omissions.length === 0 ? words.saved : words.savedWithout(omissions.length))
    } catch (error) {
      if (controller.signal.aborted) return
      showToast(messageOfError(error))
    }
    onClose()
  }
  return (
    <Dialog title={words.title(documents.length)} onClose={onClose}>
      {written === null ? (
        <form
          className="archive-form"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <fieldset className="archive-parts">
            <legend className="hidden">{words.choose}</legend>
            {archiveParts.map((part) => (
              <label key={part} className="check">
                <input type="checkbox" checked={parts.has(part)} onChange={() => toggle(part)} />
                {words.parts[part]}
              </label>
            ))}
          </fieldset>
          <p className="small muted">{words.hint}</p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {words.cancel}
            </button>
            <button type="submit" className="button primary" disabled={parts.size === 0}>
              {words.save}
            </button>
          </div>
        </form>
      ) : (
        <>
          <progress className="progress" aria-label={words.progress} max={documents.length} value={written} />
          <p className="small muted" role="status">
            {words.writing(written, documents.length)}
          </p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {words.cancel}
            </button>
          </div>
        </>
      )}
    </Dialog>
  )
}
