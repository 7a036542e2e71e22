import { DownloadIcon } from '../design/icons.tsx'
import { useState, type ReactNode } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { download } from '../browser/download.ts'
import { Segments } from '../design/Segments.tsx'
import { SourceText } from './SourceText.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type MarkupTabProps = {
  readonly text: string
  /** The name as in “Copied the Markdown.” */
  readonly what: string
  readonly file: string
  readonly type: string
  /** True if nothing less than the whole of it can be taken away. */
  readonly isWhole?: boolean
  /** The rendered form. */
  readonly children: ReactNode
}

/** An output that has a source and a rendered form. */
export const MarkupTab = ({ text, what, file, type, isWhole = true, children }: MarkupTabProps) => {
  const viewMessages = useViewMessages()
  const [form, setForm] = useState<'rendered' | 'source'>('rendered')
  return (
    <>
      <div className="tab-bar">
        <Segments
          label={viewMessages.result.form}
          options={[
            { value: 'rendered', label: viewMessages.result.rendered },
            { value: 'source', label: viewMessages.result.source },
          ]}
          value={form}
          onChange={setForm}
        />
        <span className="pane-space" />
        {isWhole && (
          <>
            <CopyButton quiet what={what} text={() => text} />
            <SaveButton text={text} file={file} type={type} />
          </>
        )}
      </div>
      <div className="panel-body fills">
        {form === 'rendered' ? children : <SourceText text={text} label={viewMessages.result.sourceOf(what)} />}
      </div>
    </>
  )
}

export const SaveButton = ({
  text,
  file,
  type,
  label,
}: {
  readonly text: string | (() => string)
  readonly label?: string
  readonly file: string
  readonly type: string
}) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  return (
    <button
      type="button"
      className="button quiet"
      onClick={() => download(file, typeof text === 'string' ? text : text(), type)}
    >
      <DownloadIcon size={14} aria-hidden /> {label ?? viewMessages.result.download}
      <span className="hidden">{messages.common.copyOf(file)}</span>
    </button>
  )
}
