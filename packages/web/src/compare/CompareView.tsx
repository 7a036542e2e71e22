import { useMemo } from 'react'
import { comparedDocument, parsedProviders } from '@polyparse/compare/view'
import type { CompareResult } from '@polyparse/contract'
import { AgreementView } from './AgreementView.tsx'
import { ProviderTable } from './ProviderTable.tsx'
import { Readings } from './Readings.tsx'
import { useJudging } from '../judging/useJudging.ts'
import { hrefOf, useRoute } from '../routing/route.ts'
import { VerdictOfComparison } from './Verdict.tsx'
import './compare.css'

type CompareViewProps = {
  /** The job that made the comparison; null if several jobs are compared. */
  readonly job: string | null
  readonly name: string
  readonly result: CompareResult
  /** The document itself, when the browser still has it. */
  readonly file: File | null
  /** Opens the document. */
  readonly password: string | null
  /** Called when the user has chosen the document again. */
  readonly onFile: (file: File) => void
}

/** A comparison: which provider to trust, the result of each, how far they agree, and where they contradict each other. */
export const CompareView = ({ job, name, result, file, password, onFile }: CompareViewProps) => {
  const document = useMemo(() => comparedDocument(name, result, 1), [name, result])
  const judging = useJudging(document, job)
  const { path } = useRoute()
  return (
    <div className="compare">
      <VerdictOfComparison document={document} />
      <div className="compare-figures">
        <ProviderTable document={document} judged={judging?.judged ?? null} />
        <AgreementView document={document} />
      </div>
      {parsedProviders(document).length > 0 && (
        <Readings
          document={document}
          file={file}
          password={password}
          judging={judging}
          onFile={onFile}
          pageImages={result.pageImages}
          hrefOfReading={(provider) => hrefOf([...path, provider])}
        />
      )}
    </div>
  )
}
