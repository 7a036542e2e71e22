import { useMemo } from 'react'
import { comparedDocument, huesOf, parsedOf } from '@polyparse/compare/report'
import type { CompareResult } from '@polyparse/contract'
import { AgreementView } from './AgreementView.tsx'
import { Outcomes } from './Outcomes.tsx'
import { Readings } from './Readings.tsx'
import { Verdict } from './Verdict.tsx'
import './compare.css'

type Given = {
  readonly name: string
  readonly result: CompareResult
  /** The document itself, where the browser still has it. */
  readonly file: File | null
  /** That opens it. */
  readonly password: string | null
  /** Its reader has given the document again. */
  readonly onFile: (file: File) => void
}

/** A comparison: whom to trust, how each provider did, how far they agree, and where they contradict each other. */
export const CompareView = ({ name, result, file, password, onFile }: Given) => {
  const document = useMemo(() => comparedDocument(name, result, 1, huesOf([result])), [name, result])
  return (
    <div className="compare">
      <Verdict document={document} />
      <div className="compare-figures">
        <Outcomes document={document} />
        <AgreementView document={document} />
      </div>
      {parsedOf(document).length > 0 && (
        <Readings document={document} file={file} password={password} onFile={onFile} />
      )}
    </div>
  )
}
