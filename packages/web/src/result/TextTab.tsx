import { CopyButton } from '../design/CopyButton.tsx'
import { SaveButton } from './MarkupTab.tsx'
import { SourceText } from './SourceText.tsx'

type TextTabProps = { readonly text: string; readonly what: string; readonly file: string }

export const TextTab = ({ text, what, file }: TextTabProps) => (
  <>
    <div className="tab-bar">
      <span className="pane-space" />
      <CopyButton quiet what={what} text={() => text} />
      <SaveButton text={text} file={file} type="text/plain" />
    </div>
    <div className="panel-body fills">
      <SourceText text={text} label={what} />
    </div>
  </>
)
