import { FilesIcon } from '../design/icons.tsx'
import { useMessages } from '../language/messages.ts'
import { hrefOf } from '../routing/route.ts'

/** Leads from a job to the documents that came with it. */
export const BatchLink = ({ batch }: { readonly batch: string | null }) => {
  const messages = useMessages()
  return (
    batch !== null && (
      <span className="job-labels">
        <a className="chip batch-link" href={hrefOf(['batches', batch])}>
          <FilesIcon size={12} aria-hidden />
          {messages.batches.partOf}
        </a>
      </span>
    )
  )
}
