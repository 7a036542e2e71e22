import type { ParseResult } from '@polyparse/contract'
import type { TextUnit } from './view/texts/text-page.ts'
import { textsOfResult } from './view/texts/texts-of.ts'

/** A text that both results have on a page, as another kind of block or, of a heading, on another level. */
export type KindChange = {
  /** 1-based; null for a text that is not divided into pages. */
  readonly page: number | null
  readonly text: string
  readonly before: Kind
  readonly after: Kind
}

export type Kind = Pick<TextUnit, 'type' | 'level'>

/** The texts that are another kind of block in the later result, in its order. Tables and pictures have no text of their own. */
export const kindChanges = (before: ParseResult, after: ParseResult): KindChange[] => {
  const pages = new Map(textsOfResult(before).pages.map(({ page, units }) => [page, units.filter(isTextUnit)]))
  return textsOfResult(after).pages.flatMap(({ page, units }) => {
    const known = Map.groupBy(pages.get(page) ?? [], ({ text }) => keyOfUnitText(text))
    return units.filter(isTextUnit).flatMap((unit) => {
      // A text that is there twice is paired in order.
      const counterpart = known.get(keyOfUnitText(unit.text))?.shift()
      return counterpart === undefined || areSame(counterpart, unit)
        ? []
        : [{ page, text: unit.text, before: kindOfTextUnit(counterpart), after: kindOfTextUnit(unit) }]
    })
  })
}

const isTextUnit = (unit: { readonly type: string; readonly text?: string }): unit is TextUnit =>
  unit.type !== 'table' && unit.type !== 'picture' && (unit.text ?? '').trim() !== ''

const keyOfUnitText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const kindOfTextUnit = ({ type, level }: TextUnit): Kind => ({ type, level })

const areSame = (one: TextUnit, other: TextUnit): boolean =>
  one.type === other.type && (one.type !== 'heading' || one.level === other.level)
