import { useEffect, useMemo, useState } from 'react'
import type { JobParameters } from '@polyparse/contract'
import { CopyButton } from '../design/CopyButton.tsx'
import { Segments } from '../design/Segments.tsx'
import { saveDraft, type JobDraft } from '../request/job-draft.ts'
import type { Source } from '../request/source.ts'
import type { Language } from '../samples/sample.ts'
import { samplesOf } from '../samples/samples.ts'
import { messages } from '../language/messages.ts'
import './code-samples.css'

type Props = {
  readonly source: Source | null
  readonly checked: { readonly parameters: JobParameters } | { readonly error: string }
}

/** Code for the same request. The key comes from the environment and is not shown. */
export const CodeSamples = ({ source, checked }: Props) => {
  const [language, setLanguage] = useState<Language>('curl')
  const draft = useMemo(
    () => ('error' in checked ? null : { source: sampledSource(source), parameters: checked.parameters }),
    [source, checked],
  )
  useEffect(() => {
    if (draft !== null) saveDraft(draft)
  }, [draft])
  if (draft === null) return null
  const samples = samplesOf({ baseUrl: location.origin, ...draft })
  const shown = samples.find((sample) => sample.language === language) ?? samples[0]
  if (shown === undefined) return null
  return (
    <details className="card code-samples">
      <summary>
        <h2>{messages.workbench.code}</h2>
      </summary>
      <div className="code-samples-bar">
        <Segments
          label={messages.workbench.codeLanguage}
          options={samples.map(({ language: value, label }) => ({ value, label }))}
          value={shown.language}
          onChange={setLanguage}
        />
        <CopyButton text={() => shown.code} what={messages.workbench.theCode} />
      </div>
      {/* Long lines scroll, so it must be focusable. */}
      <pre tabIndex={0} aria-label={messages.workbench.codeIn(shown.label)}>
        {shown.code}
      </pre>
    </details>
  )
}

/** A placeholder until there is a document. */
const sampledSource = (source: Source | null): JobDraft['source'] => {
  if (source === null) return { filename: 'report.pdf', mediaType: 'application/pdf' }
  if ('url' in source) return source
  return { filename: source.file.name, mediaType: source.file.type || 'application/octet-stream' }
}
