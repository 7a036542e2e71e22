import type { OutlineEntry } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { decodeHtml } from '../html/decode-html.ts'
import { childOf, elementsIn, findFirst, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import {
  attribute,
  deepest,
  descendants,
  type HtmlElement,
  childElements,
  type Parent,
  parseXhtml,
  rawText,
} from '../html/nodes.ts'
import { type Publication, resolvePart } from './package-document.ts'

type PageOf = (part: string) => number | null

/** The table of contents of a book; empty where it has none that can be read. */
export const readContents = (archive: Archive, { navigation, ncx, chapters }: Publication): OutlineEntry[] => {
  const pageOf: PageOf = (part) => {
    const index = chapters.indexOf(part)
    return index === -1 ? null : index + 1
  }
  const page = navigation === null ? null : archive.read(navigation)
  if (navigation !== null && page !== null) {
    const entries = entriesOfPage(parseXhtml(decodeHtml(page, { warnings: [] })), navigation, pageOf)
    if (entries.length > 0) return entries
  }
  const older = ncx === null ? null : archive.read(ncx)
  return ncx === null || older === null ? [] : entriesOfNcx(readXml(older), ncx, pageOf)
}

/** Lists within lists, in the `nav` that is the table of contents (EPUB 3.3, 7). */
const entriesOfPage = (root: Parent, part: string, pageOf: PageOf): OutlineEntry[] => {
  const navs = [...descendants(root)].filter(({ tagName }) => tagName === 'nav')
  const nav = navs.find((one) => /\btoc\b/.test(attribute(one, 'epub:type') ?? '')) ?? navs[0]
  const entries: OutlineEntry[] = []
  const walk = (element: HtmlElement, level: number, depth = 0): void => {
    if (depth > deepest) return
    for (const child of childElements(element)) {
      if (child.tagName === 'ol') walk(child, level + 1, depth + 1)
      else if (child.tagName === 'li') walk(child, level, depth + 1)
      else if (child.tagName === 'a' || child.tagName === 'span') {
        const title = rawText(child).replaceAll(/\s+/g, ' ').trim()
        const page = pageOf(resolvePart(part, attribute(child, 'href') ?? ''))
        if (title !== '') entries.push({ title, level: Math.max(level, 1), page })
      }
    }
  }
  if (nav !== undefined) walk(nav, 0)
  return entries
}

const entriesOfNcx = (root: XmlElement, part: string, pageOf: PageOf): OutlineEntry[] => {
  const entries: OutlineEntry[] = []
  const walk = (element: XmlElement | undefined, level: number): void => {
    for (const point of elementsIn(element, 'ncx:navPoint')) {
      const title = textOfElement(childOf(point, 'ncx:navLabel', 'ncx:text'))
        .replaceAll(/\s+/g, ' ')
        .trim()
      const target = childOf(point, 'ncx:content')?.attributes['src'] ?? ''
      if (title !== '') entries.push({ title, level, page: pageOf(resolvePart(part, target)) })
      walk(point, level + 1)
    }
  }
  walk(findFirst(root, 'ncx:navMap'), 1)
  return entries
}
