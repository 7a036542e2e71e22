import type { IssuedKey } from '@polyparse/contract/admin'
import { CopyButton } from '../design/CopyButton.tsx'
import { Notice } from '../design/Notice.tsx'
import { Dialog } from '../design/Dialog.tsx'
import { useViewMessages } from '../language/view-messages.ts'

/** Shows a new key, the only time it is shown in full. */
export const IssuedKeyDialog = ({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }) => {
  const viewMessages = useViewMessages()
  return (
    <Dialog title={viewMessages.admin.issuedKey(issued.name, issued.account)} onClose={onClose}>
      <p className="issued-key">
        <code>{issued.key}</code>
      </p>
      <Notice tone="wait" title={viewMessages.admin.shownOnce}>
        {viewMessages.admin.shownOnceHint}
      </Notice>
      <div className="dialog-actions">
        <CopyButton text={() => issued.key} what={viewMessages.admin.theKey} />
        <button type="button" className="button primary" onClick={onClose}>
          {viewMessages.admin.done}
        </button>
      </div>
    </Dialog>
  )
}
