import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { readStyles, type Styles } from './styles.ts'

/** Whether a sheet or a slide is one that its author does not show. */
export const isHiddenPage = ({ name, attributes }: XmlElement, styles: Styles): boolean =>
  name === 'table:table'
    ? styles.property('table', attributes['table:style-name'], 'table:display') === 'false'
    : styles.property('drawing-page', attributes['draw:style-name'], 'presentation:visibility') === 'hidden'

/** The sheets of a spreadsheet or the slides of a presentation; null where it is neither. */
export const pageElements = (content: XmlElement): XmlElement[] | null => {
  const body = childOf(content, 'office:body')
  const spreadsheet = childOf(body, 'office:spreadsheet')
  if (spreadsheet !== undefined) return elementsIn(spreadsheet, 'table:table')
  const presentation = childOf(body, 'office:presentation')
  return presentation === undefined ? null : elementsIn(presentation, 'draw:page')
}

/** The numbers of the hidden sheets or slides of a document. */
export const hiddenPages = (archive: Archive): ReadonlySet<number> => {
  const bytes = archive.read('content.xml')
  if (bytes === null) return new Set()
  const content = readXml(bytes)
  const styles = readStyles([content])
  const pages = pageElements(content) ?? []
  return new Set(pages.flatMap((page, index) => (isHiddenPage(page, styles) ? [index + 1] : [])))
}
