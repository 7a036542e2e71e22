import { type JudgedDocument, Judgements, judgementsSchema } from '@polyparse/contract/judgements'
import { Check } from '@polyparse/document/typebox/schema'
import { download } from '../browser/download.ts'

/** Saves judgements as the file that `polyparse bench --judgements` and the app read. */
export const saveJudgements = (documents: readonly JudgedDocument[]): void => {
  const file: Judgements = {
    schema: judgementsSchema,
    exportedAt: new Date().toISOString(),
    documents: [...documents],
  }
  download('judgements.json', JSON.stringify(file, null, 2), 'application/json')
}

/** The judgements in a file; null if it has none. */
export const parseJudgements = async (file: File): Promise<readonly JudgedDocument[] | null> => {
  try {
    const value: unknown = JSON.parse(await file.text())
    return Check(Judgements, value) ? value.documents : null
  } catch {
    return null
  }
}
