import type { ComparedDocument } from '@polyparse/compare/view'
import { DownloadIcon, FileJsonIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { download } from '../browser/download.ts'
import { useToast } from '../design/toast.tsx'
import { useViewMessages } from '../language/view-messages.ts'

/** The comparison as a self-contained report, made in the browser, and as the JSON of the service. */
export const ExportButtons = ({ document: { name, result } }: { readonly document: ComparedDocument }) => {
  const viewMessages = useViewMessages()
  const [busy, setBusy] = useState(false)
  const showToast = useToast()
  const base = fileNameOf(name)
  const saveReport = async () => {
    setBusy(true)
    try {
      const { compareReport } = await import('@polyparse/report')
      download(`${base}-comparison.html`, compareReport([{ name, result }], { madeAt: new Date() }), 'text/html')
    } catch {
      showToast(viewMessages.compare.reportFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="verdict-actions">
      <button type="button" className="button primary" disabled={busy} onClick={() => void saveReport()}>
        {busy ? <span className="spinner" aria-hidden /> : <DownloadIcon size={15} aria-hidden />}
        {viewMessages.compare.downloadReport}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => download(`${base}-comparison.json`, JSON.stringify(result, null, 2), 'application/json')}
      >
        <FileJsonIcon size={15} aria-hidden />
        JSON
      </button>
    </div>
  )
}

/** The parts of a document's name that are allowed in file names everywhere. */
const fileNameOf = (name: string): string => {
  const safe = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, '_')
    .replace(/\.\w{1,5}$/, '')
    .slice(0, 100)
  return /^[.\s]*$/.test(safe) ? 'document' : safe
}
