import { Download } from 'lucide-react'
import { CopyButton } from '../design/CopyButton.tsx'
import { download } from '../design/download.ts'
import { JsonTree } from './JsonTree.tsx'

type Props = { readonly value: unknown; readonly what: string; readonly file: string }

export const JsonTab = ({ value, what, file }: Props) => {
  const text = () => JSON.stringify(value, null, 2)
  return (
    <>
      <div className="tab-bar">
        <span className="pane-space" />
        <CopyButton quiet what={what} text={text} />
        <button type="button" className="button quiet" onClick={() => download(file, text(), 'application/json')}>
          <Download size={14} aria-hidden /> Download<span className="hidden"> {file}</span>
        </button>
      </div>
      <div className="panel-body fills">
        <JsonTree value={value} label={what} />
      </div>
    </>
  )
}
