import type { Content } from './content.ts'
import { similarity, tableText } from './text.ts'

/** A heading and all text up to the next one. The text before the first heading has a section without a heading. */
type Section = { readonly heading: { readonly rank: number; readonly text: string } | null; readonly text: string }

/** The cost of a heading at the wrong level; a missing one costs 1. */
const otherLevel = 0.25

/**
 * Similarity of the heading structure, 0 to 1, after the MHS of document parsing benchmarks: one less the tree edit
 * distance of document, headings and the texts under them, over the number of nodes. Levels count by their order among
 * the levels in use, as pages do not say where a document's levels begin. Null when the truth has no headings.
 */
export const scoreHeadings = (truth: Content, read: Content): number | null => {
  const [sections, others] = [sectionsOf(truth), sectionsOf(read)]
  if (!sections.some(({ heading }) => heading !== null)) return null
  if (!others.some(({ heading }) => heading !== null)) return 0
  const nodes = Math.max(sizeOf(sections), sizeOf(others)) + 1
  return Math.max(0, 1 - sectionsDistance(sections, others) / nodes)
}

const sectionsOf = (content: Content): Section[] => {
  const levels = [...new Set(content.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])))].toSorted(
    (one, other) => one - other,
  )
  const sections: { heading: Section['heading']; texts: string[] }[] = [{ heading: null, texts: [] }]
  for (const block of content) {
    if (block.kind === 'heading')
      sections.push({ heading: { rank: levels.indexOf(block.level), text: block.text }, texts: [] })
    else sections.at(-1)?.texts.push(block.kind === 'table' ? tableText(block.table) : block.text)
  }
  return sections
    .map(({ heading, texts }) => ({ heading, text: texts.join(' ') }))
    .filter(({ heading, text }) => heading !== null || text !== '')
}

const nodesOf = ({ heading, text }: Section): number => (heading === null ? 0 : 1) + (text === '' ? 0 : 1)

const sizeOf = (sections: readonly Section[]): number => sections.reduce((sum, section) => sum + nodesOf(section), 0)

const sectionsDistance = (sections: readonly Section[], others: readonly Section[]): number => {
  let previous = [0]
  for (const other of others) previous.push((previous.at(-1) ?? 0) + nodesOf(other))
  for (const section of sections) {
    const current = [(previous[0] ?? 0) + nodesOf(section)]
    for (const [index, other] of others.entries())
      current.push(
        Math.min(
          (previous[index + 1] ?? 0) + nodesOf(section),
          (current[index] ?? 0) + nodesOf(other),
          (previous[index] ?? 0) + sectionDistance(section, other),
        ),
      )
    previous = current
  }
  return previous.at(-1) ?? 0
}

const sectionDistance = (section: Section, other: Section): number =>
  headingDistance(section.heading, other.heading) + (1 - similarity(section.text, other.text))

const headingDistance = (heading: Section['heading'], other: Section['heading']): number => {
  if (heading === null || other === null) return heading === other ? 0 : 1
  const level = heading.rank === other.rank ? 0 : otherLevel
  return Math.min(1, 1 - similarity(heading.text, other.text) + level)
}
