import type { FlowBlock } from '../../flow/flow.ts'
import { linesOf } from '../../flow/content.ts'
import { descriptionOf, type Properties, propertiesOf, shapeProperties } from '../drawing-records/pictures.ts'
import { type DrawingRecord, isContainer, recordOf, recordsIn } from '../drawing-records/records.ts'
import { type PlacedCell, tableOfPlaces } from './table.ts'
import { bodyBlocks, kinds, lineOf, type TextBody, textBodiesIn } from './text.ts'

/** Numbers of records (MS-PPT 2.13.24, MS-ODRAW 2.2). */
const numbers = {
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
const deepest = 50

/** What shapes need of the slide and the presentation. */
export type ShapeContext = {
  readonly texts: readonly TextBody[]
  readonly picture: (number: number) => Buffer | null
  readonly isFirst: boolean
  /** How many pictures cannot be read. */
  readonly unread: { pictures: number }
}

type Shown = { readonly blocks: readonly FlowBlock[]; readonly isTitle: boolean }

/** The content of the shapes of a slide: its title, then the others in their order. */
export const slideBlocks = (slide: DrawingRecord, context: ShapeContext): FlowBlock[] => {
  const shapes = shapesOf(slide).flatMap((shape) => shownOf(shape, context, 0))
  return [...shapes.filter(({ isTitle }) => isTitle), ...shapes.filter(({ isTitle }) => !isTitle)].flatMap(
    ({ blocks }) => blocks,
  )
}

/** The texts of a kind in the shapes of notes. */
export const textsOf = (slide: DrawingRecord, kind: number): TextBody[] =>
  shapesOf(slide)
    .flatMap((shape) => textsIn(shape, []))
    .filter((body) => body.kind === kind)

const shapesOf = (slide: DrawingRecord): DrawingRecord[] =>
  recordsIn(recordOf(slide.content, numbers.drawing, numbers.page, numbers.group)?.content ?? Buffer.alloc(0))

const textsIn = (shape: DrawingRecord, texts: readonly TextBody[]): TextBody[] => {
  const records = recordsIn(recordOf(shape.content, numbers.text)?.content ?? Buffer.alloc(0))
  const reference = records.find(({ number, content }) => number === numbers.reference && content.length >= 4)
  const referred = reference === undefined ? undefined : texts[reference.content.readUInt32LE(0)]
  return referred === undefined ? textBodiesIn(records) : [referred]
}

const shownOf = (shape: DrawingRecord, context: ShapeContext, depth: number): Shown[] => {
  if (shape.number === numbers.group && isContainer(shape) && depth < deepest) {
    const inside = recordsIn(shape.content)
    if (isTable(inside[0])) return [{ blocks: tableBlocks(inside.slice(1), context), isTitle: false }]
    return inside.flatMap((one) => shownOf(one, context, depth + 1))
  }
  if (shape.number !== numbers.shape) return []
  return [...pictureOf(shape, context), ...textsIn(shape, context.texts).map((body) => shownText(body, context))]
}

const shownText = (body: TextBody, { isFirst }: ShapeContext): Shown => {
  if (body.kind !== kinds.title && body.kind !== kinds.centeredTitle)
    return { blocks: bodyBlocks(body), isTitle: false }
  const text = lineOf(body)
  const isTitle = body.kind === kinds.centeredTitle && isFirst
  const block: FlowBlock = isTitle ? { type: 'title', text } : { type: 'heading', level: 1, text }
  return { blocks: text === '' ? [] : [block], isTitle: true }
}

const propertiesIn = (shape: DrawingRecord, number: number): Properties => {
  const record = recordOf(shape.content, number)
  return record === null ? new Map() : propertiesOf(record)
}

const pictureOf = (shape: DrawingRecord, { picture, unread }: ShapeContext): Shown[] => {
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
const isTable = (group: DrawingRecord | undefined): boolean =>
  group !== undefined && ((propertiesIn(group, numbers.moreProperties).get(properties.table)?.value ?? 0) & 1) === 1

/** A table is a group of shapes, whose places say which cells they are; lines have no text. */
const tableBlocks = (shapes: readonly DrawingRecord[], { texts }: ShapeContext): FlowBlock[] =>
  tableOfPlaces(
    shapes.flatMap((shape): PlacedCell[] => {
      const place = recordOf(shape.content, numbers.place)?.content
      const bodies = textsIn(shape, texts)
      if (place === undefined || place.length < 16 || recordOf(shape.content, numbers.text) === null) return []
      const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => place.readInt32LE(at))
      if (left === undefined || top === undefined || right === undefined || bottom === undefined) return []
      return [{ left, top, right, bottom, text: linesOf(bodies.flatMap(bodyBlocks)) }]
    }),
  )
