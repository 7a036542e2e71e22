import { DownloadIcon } from '../design/icons.tsx'
import { messageOfError } from '../api/message-of.ts'
import { CopyButton } from '../design/CopyButton.tsx'
import { download } from '../browser/download.ts'
import { useToast } from '../design/toast.tsx'
import { jsonFile } from './json-file.ts'
import { JsonTree } from './JsonTree.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type JsonTabProps = { readonly value: unknown; readonly what: string; readonly file: string }

export const JsonTab = ({ value, what, file }: JsonTabProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const showToast = useToast()
  const save = async () => {
    try {
      download(file, await jsonFile(value), 'application/json')
    } catch (error) {
      showToast(messageOfError(error))
    }
  }
  return (
    <>
      <div className="tab-bar">
        <span className="pane-space" />
        <CopyButton quiet what={what} text={async () => (await jsonFile(value)).text()} />
        <button type="button" className="button quiet" onClick={() => void save()}>
          <DownloadIcon size={14} aria-hidden /> {viewMessages.result.download}
          <span className="hidden">{messages.common.copyOf(file)}</span>
        </button>
      </div>
      <div className="panel-body fills">
        <JsonTree value={value} label={what} />
      </div>
    </>
  )
}
