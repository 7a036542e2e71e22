import type { ComparedDocument } from '@polyparse/compare/report'
import { Download, FileJson } from 'lucide-react'
import { useState } from 'react'
import { download } from '../design/download.ts'
import { useToast } from '../design/toast.tsx'

/** The comparison as a page that can be sent to anybody, made here, and as it came from the service. */
export const ExportButtons = ({ document: { name, result } }: { readonly document: ComparedDocument }) => {
  const [busy, setBusy] = useState(false)
  const say = useToast()
  const base = fileNameOf(name)
  const saveReport = async () => {
    setBusy(true)
    try {
      const { compareReport } = await import('@polyparse/compare/report')
      download(`${base}-comparison.html`, compareReport([{ name, result }], { madeAt: new Date() }), 'text/html')
    } catch {
      say('The report could not be made.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="verdict-actions">
      <button type="button" className="button primary" disabled={busy} onClick={() => void saveReport()}>
        {busy ? <span className="spinner" aria-hidden /> : <Download size={15} aria-hidden />}
        Report to share
      </button>
      <button
        type="button"
        className="button"
        onClick={() => download(`${base}-comparison.json`, JSON.stringify(result, null, 2), 'application/json')}
      >
        <FileJson size={15} aria-hidden />
        JSON
      </button>
    </div>
  )
}

/** Of a document's name what may stand in the name of a file anywhere. */
const fileNameOf = (name: string): string => {
  const safe = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, '_')
    .replace(/\.\w{1,5}$/, '')
    .slice(0, 100)
  return /^[.\s]*$/.test(safe) ? 'document' : safe
}
