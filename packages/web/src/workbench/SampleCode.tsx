import { useState } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { Segments } from '../design/Segments.tsx'
import { useMessages } from '../language/messages.ts'
import { type JobDraft, withMaskedPasswords } from '../request/job-draft.ts'
import type { Language } from '../samples/sample.ts'
import { samplesOf } from '../samples/samples.ts'

/** The request in one language of several. The key comes from the environment; passwords are masked. */
export const SampleCode = ({ draft }: { readonly draft: JobDraft }) => {
  const messages = useMessages()
  const [language, setLanguage] = useState<Language>('curl')
  const samples = samplesOf({ baseUrl: location.origin, ...withMaskedPasswords(draft) })
  const shown = samples.find((sample) => sample.language === language) ?? samples[0]
  if (shown === undefined) return null
  return (
    <>
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
    </>
  )
}
