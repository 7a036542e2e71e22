import { useState } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { Segments } from '../design/Segments.tsx'
import { loadDraft, type JobDraft } from '../request/job-draft.ts'
import { plainSamples } from '../samples/plain.ts'
import type { Language } from '../samples/sample.ts'
import { samplesOf } from '../samples/samples.ts'
import { needsKey, type OpenApiOperation } from './openapi.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** Used while the workbench has no choices yet. */
const defaultDraft: JobDraft = {
  source: { filename: 'report.pdf', mediaType: 'application/pdf' },
  parameters: { operation: 'parse', outputs: ['markdown', 'tables'] },
}

/** An operation in code; creating a job uses the choices in the workbench. */
export const SamplePanel = ({ operation }: { readonly operation: OpenApiOperation }) => {
  const viewMessages = useViewMessages()
  const [language, setLanguage] = useState<Language>('curl')
  const { method, path, operationId, summary, parameters = [] } = operation
  const draft = operationId === 'createJob' ? loadDraft() : null
  const baseUrl = location.origin
  const samples =
    operationId === 'createJob'
      ? samplesOf({ baseUrl, ...(draft ?? defaultDraft) })
      : plainSamples({ baseUrl, method, path: filled(path, parameters), withKey: needsKey(operation) })
  const shown = samples.find((sample) => sample.language === language) ?? samples[0]
  if (shown === undefined) return null
  return (
    <div className="sample">
      <div className="sample-bar">
        <Segments
          label={viewMessages.reference.languageFor(summary)}
          options={samples.map(({ language: value, label }) => ({ value, label }))}
          value={shown.language}
          onChange={setLanguage}
        />
        <CopyButton text={() => shown.code} what={viewMessages.reference.codeFor(summary)} />
      </div>
      <pre tabIndex={0} aria-label={viewMessages.reference.codeInFor(shown.label, summary)}>
        {shown.code.trimEnd()}
      </pre>
      {draft !== null && <p className="small muted">{viewMessages.reference.usesChoices}</p>}
    </div>
  )
}

const filled = (path: string, parameters: OpenApiOperation['parameters'] = []): string =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example
    return typeof example === 'string' ? example : whole
  })
