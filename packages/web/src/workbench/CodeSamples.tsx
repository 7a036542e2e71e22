import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { JobParameters } from '@polyparse/contract'
import { useMessages } from '../language/messages.ts'
import { saveDraft, type JobDraft } from '../request/job-draft.ts'
import type { ChosenSource } from '../request/source.ts'
import './code-samples.css'

const SampleCode = lazy(() => import('./SampleCode.tsx').then(({ SampleCode }) => ({ default: SampleCode })))

type CodeSamplesProps = {
  readonly source: ChosenSource | null
  readonly checked: { readonly parameters: JobParameters } | { readonly error: string }
}

/** Code for the same request, loaded when it is first opened. */
export const CodeSamples = ({ source, checked }: CodeSamplesProps) => {
  const messages = useMessages()
  const [wasOpened, setWasOpened] = useState(false)
  const draft = useMemo(
    () => ('error' in checked ? null : { source: sampledSource(source), parameters: checked.parameters }),
    [source, checked],
  )
  useEffect(() => {
    if (draft !== null) saveDraft(draft)
  }, [draft])
  if (draft === null) return null
  return (
    <details className="card code-samples" onToggle={() => setWasOpened(true)}>
      <summary>
        <h2>{messages.workbench.code}</h2>
      </summary>
      {wasOpened && (
        <Suspense fallback={null}>
          <SampleCode draft={draft} />
        </Suspense>
      )}
    </details>
  )
}

/** A placeholder until there is a document. */
const sampledSource = (source: ChosenSource | null): JobDraft['source'] => {
  if (source === null) return { filename: 'report.pdf', mediaType: 'application/pdf' }
  if ('url' in source) return source
  return { filename: source.file.name, mediaType: source.file.type || 'application/octet-stream' }
}
