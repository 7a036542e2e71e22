import type { Archive } from '../../archive/archive.ts'
import { elementsIn, findAll } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { countComments } from '../omitted.ts'

/** How many comments of reviewers a text or a presentation has; the library does not say. */
export const commentsIn = (archive: Archive): number =>
  archive.names.reduce((sum, name) => sum + countComments(() => countIn(archive, name)), 0)

const countIn = (archive: Archive, name: string): number => {
  const isOpenXml = /^(?:word\/comments\.xml|ppt\/comments\/[^/]+\.xml)$/i.test(name)
  if (!isOpenXml && name !== 'content.xml') return 0
  const bytes = archive.read(name)
  if (bytes === null) return 0
  const root = readXml(bytes)
  return isOpenXml
    ? elementsIn(root).filter((element) => /(?:^|:)(?:comment|cm)$/.test(element.name)).length
    : findAll(root, 'office:annotation').length
}
