import { type Document, type Warning, warning } from '@polyparse/document'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowPages } from '../../flow/document.ts'
import type { FlowBlock, FlowPage } from '../../flow/flow.ts'
import { selectPages } from '../../select-pages.ts'
import { childOf, elementsIn, findAll, type XmlElement } from '../../xml/element.ts'
import { countComments, hiddenPage, hiddenText, unreadComments } from '../omitted.ts'
import { packageMetadata } from '../package/properties.ts'
import { type Part, relatedPart } from '../package/relationships.ts'
import { slideBlocks } from './shapes.ts'
import { isHiddenSlide, slidesOf } from './slides.ts'
import { bodyBlocks } from './text-body.ts'
import { designOf, placeholderOf } from './text-styles.ts'

/** Presentations of Office (PPTX): slides are pages, with the speaker notes at the end of each. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const slides = slidesOf(archive)
  const selected = selectPages(request, slides.length)
  const warnings: Warning[] = [...selected.warnings]
  const pages = selected.numbers.map((number): FlowPage => {
    const slide = slides[number - 1]?.() ?? null
    return { number, blocks: slide === null ? missing(number, warnings) : readSlide(archive, slide, number, warnings) }
  })
  const metadata = { mimeType: request.mediaType, ...packageMetadata(archive) }
  return flowPages({ pages, pageCount: slides.length, metadata, warnings }, request)
}

const missing = (page: number, warnings: Warning[]): FlowBlock[] => {
  warnings.push(warning('page_damaged', `Slide ${page} is missing in the document and could not be read.`, page))
  return []
}

const readSlide = (archive: Archive, slide: Part, number: number, warnings: Warning[]): FlowBlock[] => {
  if (isHiddenSlide(slide)) {
    warnings.push(hiddenPage('pptx', number))
    return []
  }
  const hidden = { text: false }
  const blocks = slideBlocks({ archive, slide, design: designOf(archive, slide), isFirst: number === 1, hidden })
  if (hidden.text) warnings.push(hiddenText(`Slide ${number} has hidden text`, number))
  const comments = countComments(
    () => elementsIn(relatedPart(archive, slide, 'comments')?.root).filter(isComment).length,
  )
  warnings.push(...unreadComments(comments, number))
  return [...blocks, ...speakerNotes(archive, slide)]
}

/** Newer versions of PowerPoint have the same name in a namespace of their own. */
const isComment = ({ name }: XmlElement): boolean => /(?:^|:)cm$/.test(name)

const speakerNotes = (archive: Archive, slide: Part): FlowBlock[] => {
  const notes = relatedPart(archive, slide, 'notesSlide')
  const body = findAll(notes?.root, 'p:sp').find((shape) => placeholderOf(shape)?.type === 'body')
  const blocks = notes === null ? [] : bodyBlocks(childOf(body, 'p:txBody'), notes, () => null)
  return blocks.length === 0 ? [] : [{ type: 'heading', level: 2, text: 'Notes' }, ...blocks]
}

export const pptxEngine: Engine = { warmUp: async () => {}, read }
