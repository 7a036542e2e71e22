import { lazy, Suspense, useState } from 'react'
import { Share2Icon } from '../design/icons.tsx'
import { useViewMessages } from '../language/view-messages.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })))

/** Makes links to the result of a job, and revokes them. */
export const ShareButton = ({ id }: { readonly id: string }) => {
  const { sharing } = useViewMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button quiet" title={sharing.title} onClick={() => setOpen(true)}>
        <Share2Icon size={15} aria-hidden />
        <span>{sharing.share}</span>
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
