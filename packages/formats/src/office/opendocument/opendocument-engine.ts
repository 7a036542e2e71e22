import type { Document, Warning } from '@polyparse/document'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import { decryptedOpenDocument } from '../../archive/open-document.ts'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowPages } from '../../flow/document.ts'
import { type FlowBlock, type FlowPage, tableTruncated } from '../../flow/flow.ts'
import { withoutDeadLinks } from '../../flow/flow-links.ts'
import { selectPages } from '@polyparse/engine'
import { childOf, elementsIn, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { noMarks, takeMarks } from '../marks.ts'
import { formulasNotComputed, hiddenPage, hiddenTextOmitted, unreadComments } from '../omitted.ts'
import { createNotes } from '../../flow/notes.ts'
import { isoTime, knownMetadata, type KnownMetadata } from '../../known-metadata.ts'
import { cellBudget } from '../spreadsheet/read-sheet.ts'
import { linesOfContent } from '../../flow/content.ts'
import { readOpenDocumentBlocks } from './opendocument-blocks.ts'
import { createComments } from './opendocument-comments.ts'
import { readFormControls } from './opendocument-forms.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { createOpenDocumentLists } from './opendocument-lists.ts'
import { isHiddenPage, pageElements, readSlide } from './slide.ts'
import { readOpenDocumentSheet, repeatedCellsOmitted } from './spreadsheet.ts'
import { readOpenDocumentStyles } from './styles.ts'

/** OpenDocument texts, spreadsheets and presentations; sheets and slides are pages, a text is one. */
const readOpenDocument = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = decryptedOpenDocument(openOfficeArchive(bytes, request.password), request.password)
  const content = readOpenDocumentPart(archive, 'content.xml')
  if (content === null) throw new EngineFailure('document_damaged', 'The document is damaged: its content is missing.')
  const sheet = readOpenDocumentPart(archive, 'styles.xml')
  const styles = readOpenDocumentStyles(sheet === null ? [content] : [sheet, content])
  const context = {
    archive,
    controls: readFormControls(content),
    styles,
    notes: createNotes(),
    lists: createOpenDocumentLists(styles),
    read: readOpenDocumentBlocks,
    includeHidden: request.includeHidden,
    comments: createComments(),
    pending: noMarks(),
    omitted: { hidden: false, comments: 0 },
    embedded: [],
  } satisfies OpenDocumentContext

  const warnings: Warning[] = []
  const pages = pageReadersOfOpenDocument(content, sheet, context, warnings)
  const selected = selectPages(request, pages.length)
  const read = selected.numbers.map((number): FlowPage => {
    Object.assign(context.omitted, { hidden: false, comments: 0 })
    const { blocks, comments: own = [], ...beside } = pages[number - 1]?.(number) ?? { blocks: [] }
    if (context.omitted.hidden) warnings.push(hiddenTextOmitted('There is hidden text', number))
    warnings.push(...unreadComments(context.omitted.comments, pages.length > 1 ? number : undefined))
    const { comments } = takeMarks(context.pending)
    return { number, blocks, ...beside, comments: [...comments, ...own] }
  })
  const metadata = { mimeType: request.mediaType, ...openDocumentMetadata(archive) }
  const all = {
    pages: isOpenDocumentText(content) ? read : withoutDeadLinks(read),
    pageCount: pages.length,
    metadata,
    ...(context.embedded.length > 0 && { attachments: context.embedded }),
    warnings: [...selected.warnings, ...warnings],
  }
  return flowPages(all, request)
}

const readOpenDocumentPart = (archive: Archive, name: string): XmlElement | null => {
  const bytes = archive.read(name)
  return bytes === null ? null : readXml(bytes)
}

type OpenDocumentPageReader = (number: number) => Omit<FlowPage, 'number'>

/** Returns how to read each page; problems are added to the warnings. */
const pageReadersOfOpenDocument = (
  content: XmlElement,
  sheet: XmlElement | null,
  context: OpenDocumentContext,
  warnings: Warning[],
): readonly OpenDocumentPageReader[] => {
  const budget = cellBudget()
  const readPage = (page: XmlElement, number: number): Omit<FlowPage, 'number'> => {
    const hidden = isHiddenPage(page, context.styles)
    if (hidden && !context.includeHidden) {
      warnings.push(hiddenPage(page.name === 'table:table' ? 'ods' : 'odp', number))
      return { blocks: [] }
    }
    if (page.name !== 'table:table') return { ...readSlide(page, context, number === 1), hidden }
    const { blocks, comments, complete, uncomputed, shortened } = readOpenDocumentSheet(page, context, budget)
    if (uncomputed > 0) warnings.push(formulasNotComputed(uncomputed, number))
    if (!complete) warnings.push(tableTruncated(number))
    else if (shortened) warnings.push(repeatedCellsOmitted(number))
    return { blocks, comments, hidden }
  }
  const pages = pageElements(content)
  if (pages !== null) return pages.map((page) => (number) => readPage(page, number))
  const text = childOf(content, 'office:body', 'office:text')
  return text === undefined ? [] : [() => ({ blocks: blocksOfOpenDocumentText(text, sheet, context) })]
}

const isOpenDocumentText = (content: XmlElement): boolean => pageElements(content) === null

const blocksOfOpenDocumentText = (
  text: XmlElement,
  sheet: XmlElement | null,
  context: OpenDocumentContext,
): FlowBlock[] => {
  const blocks = readOpenDocumentBlocks(text, context)
  return [
    ...runningBlocksOfOpenDocument('page_header', sheet, context),
    ...blocks,
    ...context.notes.blocks(),
    ...runningBlocksOfOpenDocument('page_footer', sheet, context),
  ]
}

/** Headers or footers of all kinds of pages, each text once. */
const runningBlocksOfOpenDocument = (
  type: 'page_header' | 'page_footer',
  sheet: XmlElement | null,
  context: OpenDocumentContext,
): FlowBlock[] => {
  const name = type === 'page_header' ? 'style:header' : 'style:footer'
  const texts = elementsIn(childOf(sheet ?? undefined, 'office:master-styles'), 'style:master-page')
    .flatMap((master) => elementsIn(master).filter((child) => child.name.startsWith(name)))
    .map((element) => linesOfContent(readOpenDocumentBlocks(element, { ...context, pending: noMarks() })))
  return [...new Set(texts)].filter((one) => one !== '').map((one) => ({ type, text: one }))
}

export const openDocumentEngine: Engine = { warmUp: async () => {}, read: readOpenDocument }

/** The metadata in `meta.xml`. */
const openDocumentMetadata = (archive: Archive): KnownMetadata => {
  const bytes = archive.read('meta.xml')
  const meta = bytes === null ? undefined : childOf(readXml(bytes), 'office:meta')
  const text = (name: string): string => textOfElement(childOf(meta, name)).replaceAll(/\s+/g, ' ').trim()
  return knownMetadata({
    title: text('dc:title'),
    author: text('meta:initial-creator') || text('dc:creator'),
    subject: text('dc:subject'),
    keywords: elementsIn(meta, 'meta:keyword').map(textOfElement).join(', '),
    language: text('dc:language'),
    createdAt: isoTime(text('meta:creation-date')),
    modifiedAt: isoTime(text('dc:date')),
    producer: text('meta:generator'),
  })
}
