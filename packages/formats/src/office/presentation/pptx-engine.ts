import { type Attachment, type Document, type Warning, warning } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowPages } from '../../flow/document.ts'
import { holding } from '../../flow/content.ts'
import type { FlowBlock, FlowPage } from '../../flow/flow.ts'
import { withoutDeadLinks } from '../../flow/flow-links.ts'
import { selectPages } from '@polyparse/engine'
import { childOf, findAll } from '../../xml/element.ts'
import { hiddenPage, hiddenTextOmitted, unreadControls } from '../omitted.ts'
import { embeddedFiles } from '../package/embedded.ts'
import { packageMetadata } from '../package/properties.ts'
import { type PackagePart, relatedPart } from '../package/relationships.ts'
import { commentReader } from './presentation-comments.ts'
import { type CellFormats, createCellFormats } from '../spreadsheet/format-number.ts'
import { presentationSlideBlocks } from './presentation-shapes.ts'
import { isHiddenSlide, slidesOf } from './slides.ts'
import { textBodyBlocks } from './text-body.ts'
import { designOf, noParagraphStyles, placeholderOf } from './text-styles.ts'

/** Presentations of Office (PPTX): slides are pages, with the speaker notes at the end of each. */
const readPptx = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const slides = slidesOf(archive)
  const selected = selectPages(request, slides.length)
  const warnings: Warning[] = [...selected.warnings]
  const readComments = commentReader(archive)
  const { includeHidden } = request
  const cellFormats = createCellFormats()
  const attachments: Attachment[] = []
  const pages = selected.numbers.map((number): FlowPage => {
    const { name, open } = itemAt(slides, number - 1)
    const slide = open()
    if (slide === null) return { number, blocks: missing(number, warnings) }
    const hidden = isHiddenSlide(slide)
    if (hidden && !includeHidden) {
      warnings.push(hiddenPage('pptx', number))
      return { number, blocks: [] }
    }
    for (const attachment of embeddedFiles(archive, slide)) attachments.push(attachment)
    const [first, ...more] = readPptxSlide(archive, slide, { number, includeHidden, cellFormats }, warnings)
    // Links lead to slides by the names of their parts.
    const blocks = first === undefined || name === null ? [] : [{ ...first, anchors: [name] }, ...more]
    return { number, blocks, hidden, comments: readComments(slide) }
  })
  warnings.push(...cellFormats.warnings())
  return flowPages(
    {
      pages: withoutDeadLinks(pages),
      pageCount: slides.length,
      metadata: { mimeType: request.mediaType, ...packageMetadata(archive) },
      warnings,
      ...(attachments.length > 0 && { attachments }),
    },
    request,
  )
}

const missing = (page: number, warnings: Warning[]): FlowBlock[] => {
  warnings.push(warning('page_damaged', `Slide ${page} is missing in the document and could not be read.`, page))
  return []
}

type PptxSlideOptions = {
  readonly number: number
  readonly includeHidden: boolean
  readonly cellFormats: CellFormats
}

const readPptxSlide = (
  archive: Archive,
  slide: PackagePart,
  { number, includeHidden, cellFormats }: PptxSlideOptions,
  warnings: Warning[],
): FlowBlock[] => {
  const omitted = { hidden: false, controls: 0 }
  const design = designOf(archive, slide)
  const isFirst = number === 1
  const blocks = presentationSlideBlocks({ archive, slide, design, isFirst, includeHidden, omitted, cellFormats })
  if (omitted.hidden) warnings.push(hiddenTextOmitted(`Slide ${number} has hidden text`, number))
  warnings.push(...unreadControls(omitted.controls, number, 'Slide'))
  return [...blocks, ...speakerNotes(archive, slide)]
}

const speakerNotes = (archive: Archive, slide: PackagePart): FlowBlock[] => {
  const notes = relatedPart(archive, slide, 'notesSlide')
  const body = findAll(notes?.root, 'p:sp').find((shape) => placeholderOf(shape)?.type === 'body')
  const blocks = notes === null ? [] : textBodyBlocks(childOf(body, 'p:txBody'), notes, noParagraphStyles)
  return blocks.length === 0 ? [] : [holding({ type: 'note' }, blocks)]
}

export const pptxEngine: Engine = { warmUp: async () => {}, read: readPptx }
