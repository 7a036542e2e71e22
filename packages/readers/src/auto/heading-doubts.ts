import type { Block, OutlineEntry, Page } from '@polyparse/document'
import { lastOf, pairwise } from '@polyparse/document/items'
import { lettersAndFiguresOf } from '@polyparse/engine'
import { structureDoubtLimits as limits } from './parameters.ts'
import type { StructureDoubt } from './structure-doubt.ts'

/**
 * What speaks against the headings of a document: numbers that leave out a section, levels that contradict the numbers, and entries
 * of its outline that are on their pages, but are no headings there.
 */
export const doubtsOfHeadings = (pages: readonly Page[], outline: readonly OutlineEntry[]): StructureDoubt[] => {
  const headings = pages.flatMap(({ blocks }) => blocks.filter(isHeadingBlock))
  const numbered = headings.flatMap((block) => {
    const number = numberOfSection(block.text)
    return number === null ? [] : [{ block, number }]
  })
  return [...missingSections(numbered), ...contradictedLevels(numbered), ...unmarkedEntries(pages, outline)]
}

const isHeadingBlock = ({ type }: Block): boolean => type === 'heading' || type === 'title'

type NumberedSection = { readonly block: Block; readonly number: readonly number[] }

const numberOfSection = (text: string): readonly number[] | null => {
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,5})\.?\s+\p{L}/u.exec(text)?.[1]
  return number === undefined ? null : number.split('.').map(Number)
}

const missingSections = (numbered: readonly NumberedSection[]): StructureDoubt[] => {
  const last = new Map<string, number>()
  return numbered.flatMap(({ block, number }) => {
    const parent = number.slice(0, -1).join('.')
    const own = lastOf(number)
    const before = last.get(parent)
    last.set(parent, own)
    const [from, to] = [before, own].map((one) => [...number.slice(0, -1), one].join('.'))
    return before !== undefined && own > before + 1
      ? [{ block, reason: `no heading is between ${from} and ${to}` }]
      : []
  })
}

const contradictedLevels = (numbered: readonly NumberedSection[]): StructureDoubt[] =>
  pairwise(numbered).flatMap(([above, below]) => {
    const [depth, level] = [above, below].map(({ number, block }) => ({
      depth: number.length,
      level: block.level ?? 1,
    }))
    if (depth === undefined || level === undefined) return []
    const isSibling = depth.depth === level.depth && depth.level !== level.level
    const isInner = depth.depth < level.depth && depth.level >= level.level
    return isSibling || isInner
      ? [
          {
            block: below.block,
            reason: `the levels of ${above.number.join('.')} and ${below.number.join('.')} contradict their numbers`,
          },
        ]
      : []
  })

const unmarkedEntries = (pages: readonly Page[], outline: readonly OutlineEntry[]): StructureDoubt[] => {
  const titles = Map.groupBy(outline, ({ page }) => page)
  return pages.flatMap(({ number, blocks }) => {
    const entries = (titles.get(number) ?? []).slice(0, limits.maxEntries)
    if (entries.length === 0) return []
    const texts = blocks
      .filter(({ type }) => type !== 'table')
      .map((block) => ({ block, letters: lettersAndFiguresOf(block.text) }))
    const headings = texts.filter(({ block }) => isHeadingBlock(block)).map(({ letters }) => letters)
    return entries.flatMap(({ title }) => {
      const own = lettersAndFiguresOf(title)
      if (own.length < limits.minLettersOfEntry || headings.some((heading) => heading.endsWith(own))) return []
      const found = texts.find(({ letters }) => letters.includes(own))
      const name = title.slice(0, limits.maxShownOfEntry)
      return found === undefined
        ? []
        : [{ block: found.block, reason: `the outline has “${name}”, which is no heading` }]
    })
  })
}
