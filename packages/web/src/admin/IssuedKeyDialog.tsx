import type { IssuedKey } from '@polyparse/contract/admin'
import { CopyButton } from '../design/CopyButton.tsx'
import { Notice } from '../design/Notice.tsx'
import { Dialog } from './Dialog.tsx'

/** The only sight of a whole key. */
export const IssuedKeyDialog = ({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }) => (
  <Dialog title={`The key “${issued.name}” of ${issued.account}`} onClose={onClose}>
    <p className="issued-key">
      <code>{issued.key}</code>
    </p>
    <Notice tone="wait" title="It is shown only this once.">
      The service keeps nothing that it could be read from. Copy it now to where it is to be used.
    </Notice>
    <div className="dialog-actions">
      <CopyButton text={() => issued.key} what="the key" />
      <button type="button" className="button primary" onClick={onClose}>
        Done
      </button>
    </div>
  </Dialog>
)
