import { useMemo, useState, type ReactNode } from 'react'
import { usePreview } from '../pdf/usePreview.ts'
import { PagePane } from './PagePane.tsx'
import { createScrollLink } from './scroll-link.ts'
import './result-view.css'

type PagesMeanwhileProps = {
  readonly file: File
  /** The password of an encrypted document. */
  readonly password: string | null
  readonly onFile: (file: File) => void
  /** The progress of the readers. */
  readonly children: ReactNode
}

/** The pages of a document that is being read, where the browser can show them, beside the place of its reading. */
export const PagesMeanwhile = ({ file, password, onFile, children }: PagesMeanwhileProps) => {
  const preview = usePreview(file, password, undefined)
  const [page, setPage] = useState(1)
  const link = useMemo(() => createScrollLink(), [])
  if (preview.state !== 'open') return children
  return (
    <div className="result meanwhile">
      <PagePane
        reading={null}
        preview={preview}
        page={page}
        selected={null}
        onPage={setPage}
        onSelect={ignoreBlock}
        onFile={onFile}
        hits={[]}
        hit={null}
        spot={null}
        link={link}
      />
      <div className="output-pane">{children}</div>
    </div>
  )
}

/** Nothing has been read that could be selected. */
const ignoreBlock = (): void => {}
