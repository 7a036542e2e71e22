import { FilesIcon } from '../design/icons.tsx'
import { useMessages } from '../language/messages.ts'
import { hrefOf } from '../routing/route.ts'
import { useUploads } from './uploads.ts'

/** The batches that are being sent: one row each, however many documents they have. */
export const UploadingBatches = () => {
  const messages = useMessages()
  const { list, pausedBy } = useUploads()
  const batches = [...new Set(list.map(({ batch }) => batch))]
  if (batches.length === 0) return null
  const { sending, left, waitsForService } = messages.batches
  return (
    <ul aria-label={sending}>
      {batches.map((batch) => (
        <li key={batch} className="job-row">
          <FilesIcon size={16} aria-hidden />
          <div className="job-row-what">
            <a href={hrefOf(['batches', batch])}>{left(list.filter((each) => each.batch === batch).length)}</a>
            {pausedBy !== null && <p className="small muted">{waitsForService}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
