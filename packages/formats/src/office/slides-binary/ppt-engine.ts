import { type Attachment, type Document, type Warning, warning } from '@polyparse/document'
import { openCompoundFile } from '../../compound/compound-file.ts'
import { summaryOfFile } from '../../compound/summary.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { flowPages } from '../../flow/document.ts'
import type { FlowBlock, FlowPage } from '../../flow/flow.ts'
import { selectPages } from '@polyparse/engine'
import { type DrawingRecord, recordOf, recordsIn } from '../drawing-records/records.ts'
import { hiddenPage, unreadComments, unreadParts } from '../omitted.ts'
import { damagedPresentation, openPresentation, type Presentation, type BinarySlide } from './presentation.ts'
import { binarySlideBlocks, textsOfShape } from './slides-binary-shapes.ts'
import { slideTextBlocks, kinds } from './text.ts'

/** The records of a slide, of its facts, and of the way in which it is shown (MS-PPT 2.5.2, 2.5.9). */
const pptSlideRecords = { slide: 0x03ee, about: 0x03ef, shown: 0x03f9 }
/** The way to the comments on a slide, and their number (MS-PPT 2.5.20 to 2.5.23). */
const comments = { way: [0x1388, 0x138a, 0x138b], comment: 0x2ee0 }
const hidden = 0x0004

/** Presentations of PowerPoint 97 to 2003 (PPT): slides are pages, with the speaker notes at the end of each. */
const readPpt = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const root = openCompoundFile(bytes)
  const { pages, pageCount, warnings, attachments } = readUndamagedPpt(() =>
    readSlides(openPresentation(root, request.password), request),
  )
  return flowPages(
    {
      pages,
      pageCount,
      metadata: { mimeType: request.mediaType, ...summaryOfFile(root) },
      warnings,
      ...(attachments.length > 0 && { attachments }),
    },
    request,
  )
}

type Slides = {
  readonly pages: readonly FlowPage[]
  readonly pageCount: number
  readonly warnings: readonly Warning[]
  readonly attachments: readonly Attachment[]
}

const readSlides = (presentation: Presentation, request: EngineRequest): Slides => {
  const { slides } = presentation
  const selected = selectPages(request, slides.length)
  const warnings: Warning[] = [...selected.warnings]
  const unread = { pictures: 0 }
  const pages = selected.numbers.map((number): FlowPage => {
    const slide = slides[number - 1]
    if (slide?.record?.number !== pptSlideRecords.slide) {
      warnings.push(
        warning('page_damaged', `Slide ${number} is missing in the document and could not be read.`, number),
      )
      return { number, blocks: [] }
    }
    if (isHiddenPptSlide(slide.record)) {
      warnings.push(hiddenPage('pptx', number))
      return { number, blocks: [] }
    }
    warnings.push(...unreadComments(countComments(slide.record), number))
    return { number, blocks: readPptSlide(presentation, slide, slide.record, { isFirst: number === 1, unread }) }
  })
  const told = [...warnings, ...unreadParts(unread.pictures)]
  return { pages, pageCount: slides.length, warnings: told, attachments: presentation.embedded }
}

const readPptSlide = (
  presentation: Presentation,
  { texts }: BinarySlide,
  record: DrawingRecord,
  shown: { readonly isFirst: boolean; readonly unread: { pictures: number } },
): FlowBlock[] => {
  const blocks = binarySlideBlocks(record, {
    texts,
    fonts: presentation.fonts,
    picture: presentation.picture,
    ...shown,
  })
  const about = recordOf(record.content, pptSlideRecords.about)?.content
  const notes = about === undefined || about.length < 20 ? null : presentation.notes(about.readUInt32LE(16))
  const spoken = notes === null ? [] : textsOfShape(notes, kinds.notes, presentation.fonts).flatMap(slideTextBlocks)
  return [...blocks, ...(spoken.length > 0 ? [{ type: 'heading' as const, level: 2, text: 'Notes' }] : []), ...spoken]
}

const countComments = (slide: DrawingRecord): number => {
  const tags = recordOf(slide.content, ...comments.way)?.content ?? Buffer.alloc(0)
  return recordsIn(tags).filter(({ number }) => number === comments.comment).length
}

const isHiddenPptSlide = (slide: DrawingRecord): boolean => {
  const content = recordOf(slide.content, pptSlideRecords.shown)?.content
  return content !== undefined && content.length >= 12 && (content.readUInt16LE(10) & hidden) !== 0
}

/** Structures that point behind their end are found when they are read there. */
const readUndamagedPpt = (readAll: () => Slides): Slides => {
  try {
    return readAll()
  } catch (error) {
    if (error instanceof RangeError) throw damagedPresentation(error)
    throw error
  }
}

export const pptEngine: Engine = { warmUp: async () => {}, read: readPpt }
