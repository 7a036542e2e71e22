import { posix } from 'node:path'
import { type FlowBlock, paragraphOf } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, findFirst, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { latexOfMathMl } from '../../mathematics/mathml.ts'
import { alternativeTextOfShape } from '../office-text.ts'
import { chartTable } from '../tables.ts'
import { answerOfDrawnControl } from './opendocument-forms.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { readOpenDocumentTable } from './opendocument-table.ts'

/** The content of a frame or shape: a picture, text, a table or a chart. Several are alternatives of each other. */
export const frameBlocks = (frame: XmlElement, context: OpenDocumentContext): FlowBlock[] => {
  if (frame.name === 'draw:g' || frame.name === 'draw:a')
    return elementsIn(frame).flatMap((child) => (child.name.startsWith('draw:') ? frameBlocks(child, context) : []))
  if (frame.name === 'draw:control') {
    const answer = paragraphOf(answerOfDrawnControl(frame, context))
    return answer.text === '' ? [] : [answer]
  }
  if (frame.name !== 'draw:frame') return context.read(frame, context)
  const table = childOf(frame, 'table:table')
  if (table !== undefined) return readOpenDocumentTable(table, context)
  const box = childOf(frame, 'draw:text-box')
  if (box !== undefined) return context.read(box, context)
  const object = childOf(frame, 'draw:object')
  const shown = object === undefined ? [] : objectBlocks(object, context)
  if (shown.length > 0) return shown
  tellEmbedded(childOf(frame, 'draw:object-ole') ?? object, context)
  return blocksOfOpenDocumentPicture(frame, context)
}

/** An object of another program, whose picture is all that is read of it. */
const tellEmbedded = (object: XmlElement | undefined, { archive, embedded }: OpenDocumentContext): void => {
  const path = pathInOpenDocument(object?.attributes['xlink:href'] ?? '')
  if (path === '') return
  const sizeBytes = archive.sizeOf(path)
  embedded.push({ name: posix.basename(path), ...(sizeBytes !== null && { sizeBytes }) })
}

const pathInOpenDocument = (address: string): string => address.replace(/^\.\//, '')

/** The formula in a frame that is in the line as a character is; null where it is something else. */
export const openDocumentInlineFormula = (frame: XmlElement, context: OpenDocumentContext): string | null => {
  const object = childOf(frame, 'draw:object')
  if (frame.name !== 'draw:frame' || object === undefined) return null
  const [first] = objectBlocks(object, context)
  return first?.type === 'formula' ? first.text : null
}

const blocksOfOpenDocumentPicture = (frame: XmlElement, { archive }: OpenDocumentContext): FlowBlock[] => {
  const described = childOf(frame, 'svg:desc') ?? childOf(frame, 'svg:title')
  for (const { attributes } of elementsIn(frame, 'draw:image')) {
    const data = archive.read(pathInOpenDocument(attributes['xlink:href'] ?? ''))
    if (data !== null)
      return [{ type: 'picture', text: alternativeTextOfShape(textOfElement(described)), picture: { data } }]
  }
  return []
}

/** A document within the document: the numbers of a chart, or a formula as it was written. */
const objectBlocks = ({ attributes }: XmlElement, { archive }: OpenDocumentContext): FlowBlock[] => {
  const bytes = archive.read(`${pathInOpenDocument(attributes['xlink:href'] ?? '')}/content.xml`)
  if (bytes === null) return []
  const root = readXml(bytes)
  const latex = root.name === 'math:math' ? latexOfMathMl(root) : ''
  if (latex !== '') return [{ type: 'formula', text: latex }]
  const formula = findFirst(root, 'math:annotation') ?? findFirst(root, 'annotation')
  if (formula !== undefined) return [{ type: 'formula', text: textOfElement(formula).trim() }]
  const table = findFirst(root, 'table:table')
  if (table === undefined) return []
  const [header = [], ...rows] = findAll(table, 'table:table-row').map((row) =>
    elementsIn(row, 'table:table-cell').map((cell) => findAll(cell, 'text:p').map(textOfElement).join(' ').trim()),
  )
  const labels = rows.map(([label = '']) => label)
  return chartTable({
    title: textOfElement(findFirst(root, 'chart:title')).trim(),
    series: header.slice(1).map((name, index) => ({ name, labels, values: rows.map((row) => row[index + 1] ?? '') })),
  })
}
