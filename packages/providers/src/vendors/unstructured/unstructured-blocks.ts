import { type BlockType, type Box, union } from '@polyparse/document'
import { tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock } from '../../answer.ts'
import { listItem, nonEmpty, pageNumberType, placedTable } from '../../answer-blocks.ts'
import { inlinePicture } from '../../fetch-pictures.ts'
import type { Coordinates, AnsweredElement } from './unstructured-answer-shape.ts'

const unstructuredBlockTypes: Readonly<Record<string, BlockType>> = {
  Header: 'page_header',
  Footer: 'page_footer',
  FigureCaption: 'caption',
  Footnote: 'footnote',
  Formula: 'formula',
  CodeSnippet: 'code',
}

const unstructuredTableTypes = new Set(['Table', 'TableChunk'])
const unstructuredPictureTypes = new Set(['Image', 'Figure', 'Picture'])

/** Every element is one block. Its text is plain: what looks like Markdown in it is not. */
export const unstructuredBlocks = ({ type: kind, text: given, metadata }: AnsweredElement): AnswerBlock[] => {
  const { category_depth: depth, coordinates, detection_class_prob: confidence } = metadata
  const text = (given ?? '').trim()
  const place = { box: boxOfUnstructuredCoordinates(coordinates ?? {}), confidence: confidence ?? undefined }
  if (unstructuredPictureTypes.has(kind)) {
    const file = metadata.image_base64
    return [{ type: 'picture', text, ...place, picture: { data: file ? inlinePicture(file) : null } }]
  }
  if (unstructuredTableTypes.has(kind)) {
    const table = tableOf(metadata.text_as_html ?? '')
    if (table !== null) return [placedTable(table, place)]
  }
  switch (kind) {
    case 'PageBreak':
      return []
    case 'Title':
      return nonEmpty({ type: 'heading', level: Math.min(6, Math.max(1, (depth ?? 0) + 1)), text, ...place })
    case 'ListItem':
      return listItem(text, place, Math.max(1, (depth ?? 0) + 1))
    case 'PageNumber':
      return nonEmpty({ type: pageNumberType(place, 1), text, ...place })
    default:
      return nonEmpty({ type: unstructuredBlockTypes[kind] ?? 'paragraph', text, ...place })
  }
}

/** Returns the box in shares of the page: the layouts of one page's elements may differ. */
const boxOfUnstructuredCoordinates = ({
  points,
  system,
  layout_width: width,
  layout_height: height,
}: Coordinates): Box | null => {
  if (typeof width !== 'number' || typeof height !== 'number' || width <= 0 || height <= 0) return null
  const isFromBottom = system === 'PointSpace'
  return union(
    (points ?? []).flatMap(([x, y]): Box[] => {
      if (x === undefined || y === undefined) return []
      const down = isFromBottom ? height - y : y
      return [[x / width, down / height, x / width, down / height]]
    }),
  )
}
