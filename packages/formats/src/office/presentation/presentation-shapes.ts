import type { Archive } from '../../archive/archive.ts'
import { type FlowCell, type FlowBlock, flowText, paragraphOf, tableBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, findFirst, type XmlElement } from '../../xml/element.ts'
import { withHeaderRow } from '../tables.ts'
import { chartBlocks, diagramBlocks, pictureBlocks } from '../package/drawing.ts'
import type { CellFormats } from '../spreadsheet/format-number.ts'
import { answerOfActiveX } from '../package/active-x.ts'
import { type PackagePart, targetOfRelationship } from '../package/relationships.ts'
import { cellContent } from '../../flow/content.ts'
import { withoutBold } from '../office-text.ts'
import { textBodyBlocks, textBodyStretches } from './text-body.ts'
import { type SlideFrame, frameOfShape, shapesInReadingOrder } from './reading-order.ts'
import { noParagraphStyles, paragraphStylesOf, placeholderOf, type SlideDesign, withModels } from './text-styles.ts'
import { maxOf } from '@polyparse/engine'

export type SlideContext = {
  readonly archive: Archive
  readonly slide: PackagePart
  readonly design: SlideDesign
  readonly isFirst: boolean
  readonly includeHidden: boolean
  /** True if text was left out as hidden, and the number of controls with an answer that is not read. */
  readonly omitted: { hidden: boolean; controls: number }
  /** The formats of the numbers in its charts. */
  readonly cellFormats: CellFormats
}

type PptxShapeContent = { readonly blocks: readonly FlowBlock[]; readonly isTitle: boolean }
type PlacedShapes = { readonly frame: SlideFrame | null; readonly shown: readonly PptxShapeContent[] }

/** The content of the shapes of a slide: its title, then the others in the order in which they are read. */
export const presentationSlideBlocks = (context: SlideContext): FlowBlock[] => {
  const tree = findFirst(context.slide.root, 'p:spTree')
  const rightToLeft = findAll(tree, 'a:pPr').some(({ attributes }) => isTruePptxShapeAttribute(attributes['rtl']))
  const controls = answersOnSlide(findFirst(context.slide.root, 'p:controls'), context)
  const shapes = shapesIn(tree, context, rightToLeft, controls)
  return [...shapes.filter(({ isTitle }) => isTitle), ...shapes.filter(({ isTitle }) => !isTitle)].flatMap(
    ({ blocks }) => blocks,
  )
}

/** Each shape, or all shapes of a group, with the place that it has on the slide. */
const shapesIn = (
  parent: XmlElement | undefined,
  context: SlideContext,
  rightToLeft: boolean,
  others: readonly PlacedShapes[] = [],
): PptxShapeContent[] => {
  const placed = elementsIn(parent).map((shape) => ({
    frame: frameIn(shape, context),
    shown: shownIn(shape, context, rightToLeft),
  }))
  return shapesInReadingOrder([...placed, ...others], rightToLeft).flatMap(({ shown }) => shown)
}

/**
 * Reads the answers that are ticked, chosen or entered in the controls of programs on a slide, each at the place of its
 * picture.
 */
const answersOnSlide = (controls: XmlElement | undefined, context: SlideContext): PlacedShapes[] => {
  const { archive, slide, omitted } = context
  return findAll(controls, 'p:control').flatMap((control): PlacedShapes[] => {
    const target = targetOfRelationship(slide, control.attributes['r:id'])
    const runs = target === undefined || target.external ? [] : answerOfActiveX(archive, target.target)
    if (runs === null) omitted.controls += 1
    if (runs === null || runs.length === 0) return []
    const picture = childOf(control, 'p:pic')
    const frame = picture === undefined ? null : frameOfShape(picture)
    return [{ frame, shown: [{ blocks: [paragraphOf(runs)], isTitle: false }] }]
  })
}

const frameIn = (shape: XmlElement, { design }: SlideContext): SlideFrame | null =>
  withModels(shape, design).reduce<SlideFrame | null>((frame, model) => frame ?? frameOfShape(model), null)

const shownIn = (shape: XmlElement, context: SlideContext, rightToLeft: boolean): readonly PptxShapeContent[] => {
  if (!context.includeHidden && isHiddenPptxShape(shape)) {
    context.omitted.hidden ||= findFirst(shape, 'a:t') !== undefined
    return []
  }
  if (shape.name === 'p:grpSp') return shapesIn(shape, context, rightToLeft)
  if (shape.name === 'p:sp' || shape.name === 'p:cxnSp') return [textShape(shape, context)]
  if (shape.name === 'p:pic') return [{ blocks: pictureBlocks(context.archive, context.slide, shape), isTitle: false }]
  return shape.name === 'p:graphicFrame' ? [{ blocks: frameBlocks(shape, context), isTitle: false }] : []
}

const isHiddenPptxShape = (shape: XmlElement): boolean =>
  elementsIn(shape)
    .filter(({ name }) => /^p:nv\w*Pr$/.test(name))
    .some((properties) => /^(?:1|true)$/.test(childOf(properties, 'p:cNvPr')?.attributes['hidden'] ?? ''))

const textShape = (shape: XmlElement, context: SlideContext): PptxShapeContent => {
  const type = placeholderOf(shape)?.type
  const styles = paragraphStylesOf(shape, context.design)
  const body = childOf(shape, 'p:txBody')
  if (type === 'sldNum') return { blocks: [], isTitle: false }
  if (type === 'title' || type === 'ctrTitle') {
    const lines = elementsIn(body, 'a:p').flatMap((paragraph, index) => [
      ...(index === 0 ? [] : [{ text: ' ' }]),
      ...withoutBold(textBodyStretches(paragraph, context.slide, styles)),
    ])
    const text = flowText(lines.map((line) => ({ ...line, text: line.text.replaceAll('\n', ' ') })))
    const kind =
      type === 'ctrTitle' && context.isFirst ? { type: 'title' as const } : { type: 'heading' as const, level: 1 }
    return { blocks: text.text === '' ? [] : [{ ...kind, ...text }], isTitle: true }
  }
  const blocks = textBodyBlocks(body, context.slide, styles)
  if (type === 'ftr' || type === 'dt' || type === 'hdr') {
    const running = type === 'hdr' ? ('page_header' as const) : ('page_footer' as const)
    return { blocks: blocks.map(({ text }) => ({ type: running, text })), isTitle: false }
  }
  return { blocks, isTitle: false }
}

/** A frame holds a table, a chart or a diagram. */
const frameBlocks = (frame: XmlElement, { archive, slide, cellFormats }: SlideContext): FlowBlock[] => {
  const table = findFirst(frame, 'a:tbl')
  if (table !== undefined) return slideTable(table, slide)
  const chart = findFirst(frame, 'c:chart')
  if (chart !== undefined) return chartBlocks(archive, slide, chart, cellFormats)
  const diagram = findFirst(frame, 'dgm:relIds')
  if (diagram !== undefined) return diagramBlocks(archive, slide, diagram)
  const preview = findFirst(frame, 'p:pic')
  return preview === undefined ? [] : pictureBlocks(archive, slide, preview)
}

/** A table of DrawingML, in which cells that are merged into another are marked so. */
const slideTable = (table: XmlElement, part: PackagePart): FlowBlock[] => {
  const rows = elementsIn(table, 'a:tr')
  const hasHeader = isTruePptxShapeAttribute(childOf(table, 'a:tblPr')?.attributes['firstRow']) && rows.length > 1
  const columnCount = maxOf(
    rows.map((row) => elementsIn(row, 'a:tc').length),
    0,
  )
  const cells = rows.flatMap((row, rowIndex) =>
    elementsIn(row, 'a:tc').flatMap((cell, column): FlowCell[] => {
      const { attributes } = cell
      if (isTruePptxShapeAttribute(attributes['hMerge']) || isTruePptxShapeAttribute(attributes['vMerge'])) return []
      return [
        {
          row: rowIndex,
          column,
          rowSpan: parsePptxCellSpan(attributes['rowSpan'], rows.length - rowIndex),
          columnSpan: parsePptxCellSpan(attributes['gridSpan'], columnCount - column),
          ...cellContent(textBodyBlocks(childOf(cell, 'a:txBody'), part, noParagraphStyles)),
          header: hasHeader && rowIndex === 0,
        },
      ]
    }),
  )
  if (!cells.some(({ text }) => text !== '')) return []
  return [tableBlock({ rowCount: rows.length, columnCount, cells: withHeaderRow(cells, columnCount) })]
}

const parsePptxCellSpan = (value: string | undefined, max: number): number =>
  Math.min(Math.max(Number.parseInt(value ?? '1', 10) || 1, 1), max)

const isTruePptxShapeAttribute = (value: string | undefined): boolean => value === '1' || value === 'true'
