import type { FlowBlock } from '../../flow/flow.ts'
import { linesOfContent } from '../../flow/content.ts'
import {
  descriptionOf,
  type ShapeProperties,
  propertiesOfShapeRecord,
  shapeProperties,
} from '../drawing-records/drawing-records-pictures.ts'
import { type DrawingRecord, isContainerRecord, recordOf, recordsIn } from '../drawing-records/records.ts'
import type { PptFonts } from './slides-binary-fonts.ts'
import { type PlacedCell, tableOfPlaces } from './slides-binary-table.ts'
import { slideTextBlocks, kinds, lineOfSlide, type TextBody, textBodiesIn } from './text.ts'

/** Numbers of records (MS-PPT 2.13.24, MS-ODRAW 2.2). */
const pptShapeRecords = {
  drawing: 0x040c,
  page: 0xf002,
  group: 0xf003,
  shape: 0xf004,
  place: 0xf00f,
  text: 0xf00d,
  moreProperties: 0xf122,
  reference: 0x0f9e,
}
/** Properties of shapes: the number of a picture, and whether a group is a table. */
const properties = { picture: 0x0104, table: 0x039f }
/** Levels of groups. */
const maxPptGroupDepth = 50

/** The parts of the slide and of the presentation that shapes need. */
export type ShapeContext = {
  readonly texts: readonly TextBody[]
  readonly fonts: PptFonts
  readonly picture: (number: number) => Buffer | null
  readonly isFirst: boolean
  /** The number of pictures that cannot be read. */
  readonly unread: { pictures: number }
}

type PptShapeContent = { readonly blocks: readonly FlowBlock[]; readonly isTitle: boolean }

/** The content of the shapes of a slide: its title, then the others in their order. */
export const binarySlideBlocks = (slide: DrawingRecord, context: ShapeContext): FlowBlock[] => {
  const shapes = shapesOf(slide).flatMap((shape) => shownOf(shape, context, 0))
  return [...shapes.filter(({ isTitle }) => isTitle), ...shapes.filter(({ isTitle }) => !isTitle)].flatMap(
    ({ blocks }) => blocks,
  )
}

/** The texts of a kind in the shapes of notes. */
export const textsOfShape = (slide: DrawingRecord, kind: number, fonts: PptFonts): TextBody[] =>
  shapesOf(slide)
    .flatMap((shape) => textsIn(shape, { texts: [], fonts }))
    .filter((body) => body.kind === kind)

const shapesOf = (slide: DrawingRecord): DrawingRecord[] =>
  recordsIn(
    recordOf(slide.content, pptShapeRecords.drawing, pptShapeRecords.page, pptShapeRecords.group)?.content ??
      Buffer.alloc(0),
  )

const textsIn = (shape: DrawingRecord, { texts, fonts }: Pick<ShapeContext, 'texts' | 'fonts'>): TextBody[] => {
  const records = recordsIn(recordOf(shape.content, pptShapeRecords.text)?.content ?? Buffer.alloc(0))
  const reference = records.find(({ number, content }) => number === pptShapeRecords.reference && content.length >= 4)
  const referred = reference === undefined ? undefined : texts[reference.content.readUInt32LE(0)]
  return referred === undefined ? textBodiesIn(records, fonts) : [referred]
}

const shownOf = (shape: DrawingRecord, context: ShapeContext, depth: number): PptShapeContent[] => {
  if (shape.number === pptShapeRecords.group && isContainerRecord(shape) && depth < maxPptGroupDepth) {
    const inside = recordsIn(shape.content)
    if (isPptTableGroup(inside[0])) return [{ blocks: blocksOfPptTable(inside.slice(1), context), isTitle: false }]
    return inside.flatMap((one) => shownOf(one, context, depth + 1))
  }
  if (shape.number !== pptShapeRecords.shape) return []
  return [...pictureOf(shape, context), ...textsIn(shape, context).map((body) => shownText(body, context))]
}

const shownText = (body: TextBody, { isFirst }: ShapeContext): PptShapeContent => {
  if (body.kind !== kinds.title && body.kind !== kinds.centeredTitle)
    return { blocks: slideTextBlocks(body), isTitle: false }
  const text = lineOfSlide(body)
  const isTitle = body.kind === kinds.centeredTitle && isFirst
  const block: FlowBlock = isTitle ? { type: 'title', text } : { type: 'heading', level: 1, text }
  return { blocks: text === '' ? [] : [block], isTitle: true }
}

const propertiesIn = (shape: DrawingRecord, number: number): ShapeProperties => {
  const record = recordOf(shape.content, number)
  return record === null ? new Map() : propertiesOfShapeRecord(record)
}

const pictureOf = (shape: DrawingRecord, { picture, unread }: ShapeContext): PptShapeContent[] => {
  const own = propertiesIn(shape, shapeProperties)
  const number = own.get(properties.picture)?.value
  if (number === undefined || number === 0) return []
  const data = picture(number)
  if (data === null) unread.pictures += 1
  return data === null
    ? []
    : [{ blocks: [{ type: 'picture', text: descriptionOf(own), picture: { data } }], isTitle: false }]
}

/** The first shape of a group is the group itself. */
const isPptTableGroup = (group: DrawingRecord | undefined): boolean =>
  group !== undefined &&
  ((propertiesIn(group, pptShapeRecords.moreProperties).get(properties.table)?.value ?? 0) & 1) === 1

/** A table is a group of shapes, whose places say which cells they are; lines have no text. */
const blocksOfPptTable = (shapes: readonly DrawingRecord[], context: ShapeContext): FlowBlock[] =>
  tableOfPlaces(
    shapes.flatMap((shape): PlacedCell[] => {
      const place = recordOf(shape.content, pptShapeRecords.place)?.content
      const bodies = textsIn(shape, context)
      if (place === undefined || place.length < 16 || recordOf(shape.content, pptShapeRecords.text) === null) return []
      const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => place.readInt32LE(at))
      if (left === undefined || top === undefined || right === undefined || bottom === undefined) return []
      return [{ left, top, right, bottom, text: linesOfContent(bodies.flatMap(slideTextBlocks)) }]
    }),
  )
