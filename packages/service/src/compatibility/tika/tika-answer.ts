import type { OutputValues } from '@polyparse/document'

/** The options of a request to Tika. */
export type TikaAnswerOptions = {
  /** The form of the text in the answer; null if it is not wanted. */
  readonly content: 'text' | 'html' | null
  /** The text alone, an object with the metadata, or a list of those of all documents, which is of one here. */
  readonly shape: 'content' | 'object' | 'list'
}

type TikaOutputs = Partial<Pick<OutputValues, 'text' | 'html'>> & Pick<OutputValues, 'metadata'>

/** The answer of a Tika server about one document. */
export const tikaAnswer = (outputs: TikaOutputs, filename: string, { content, shape }: TikaAnswerOptions): string => {
  const text = content === null ? null : (outputs[content] ?? '')
  if (shape === 'content') return text ?? ''
  const entry = { ...tikaMetadata(outputs.metadata, filename), ...(text !== null && { 'X-TIKA:content': text }) }
  return JSON.stringify(shape === 'list' ? [entry] : entry)
}

/** The metadata by the names of Tika; all values are texts. */
const tikaMetadata = (metadata: OutputValues['metadata'], filename: string): Record<string, string> => {
  const named = {
    'Content-Type': metadata.mimeType,
    resourceName: filename,
    'dc:title': metadata.title,
    'dc:creator': metadata.author,
    'dc:subject': metadata.subject,
    'meta:keyword': metadata.keywords,
    'dc:language': metadata.language,
    'dcterms:created': metadata.createdAt,
    'dcterms:modified': metadata.modifiedAt,
    'xmp:CreatorTool': metadata.producer,
    'xmpTPg:NPages': String(metadata.documentPageCount),
    'X-TIKA:Parsed-By': 'polyparse',
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}
