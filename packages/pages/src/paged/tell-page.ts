import type { Picture, Warning } from '@polyparse/document'
import type { EngineRequest, ReadListener } from '@polyparse/engine'
import type { DraftPage } from './draft.ts'
import { finishDocument } from './finish-document.ts'

type PageToTell = {
  readonly page: DraftPage
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
}

/** Tells a listener that wants it of a page that has been read: as what it would be in a document of this page alone. */
export const tellPageRead = (
  listener: ReadListener | undefined,
  { mediaType, keepRunningText }: Pick<EngineRequest, 'mediaType' | 'keepRunningText'>,
  { page, pictures, warnings }: PageToTell,
): void => {
  if (listener?.onPageRead === undefined) return
  const draft = {
    metadata: { mimeType: mediaType, documentPageCount: page.number },
    outline: [],
    pages: [page],
    pictures: pictures.map((picture) => ({ ...picture, data: new Uint8Array() })),
    warnings,
  }
  const plain = { keepRunningText, words: false, confidence: false, raw: false }
  listener.onPageRead(finishDocument(draft, plain, { raw: [] }))
}
