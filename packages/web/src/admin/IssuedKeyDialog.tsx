import type { IssuedKey } from '@polyparse/contract/admin'
import { CopyButton } from '../design/CopyButton.tsx'
import { Notice } from '../design/Notice.tsx'
import { Dialog } from './Dialog.tsx'

/** Shows a new key, the only time it is shown in full. */
export const IssuedKeyDialog = ({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }) => (
  <Dialog title={`Key “${issued.name}” for ${issued.account}`} onClose={onClose}>
    <p className="issued-key">
      <code>{issued.key}</code>
    </p>
    <Notice tone="wait" title="This key is shown only once.">
      The service does not store the key itself. Copy it now to where you will use it.
    </Notice>
    <div className="dialog-actions">
      <CopyButton text={() => issued.key} what="the key" />
      <button type="button" className="button primary" onClick={onClose}>
        Done
      </button>
    </div>
  </Dialog>
)
