import type { Context, Place } from './context.ts'
import { attribute, descendants, type Element, formulaOf } from './nodes.ts'
import type { Sink } from './sink.ts'

/** A formula that is displayed is a block of its own; those of a line stay apart. */
export const formula = (element: Element, { look }: Place, sink: Sink): void => {
  const text = formulaOf(element)
  if (text === '') return
  if (attribute(element, 'display') === 'block') sink.block({ type: 'formula', text })
  else sink.text(...(sink.endsInFormula() ? [{ text: ' ' }] : []), { ...look, text, formula: true })
}

export const image = (element: Element, { look }: Place, { findPicture }: Context, sink: Sink): void => {
  const alt = (attribute(element, 'alt') ?? '').replaceAll(/\s+/g, ' ').trim()
  const picture = findPicture(attribute(element, 'src') ?? '')
  if (picture !== null) sink.picture({ type: 'picture', text: alt, picture })
  else sink.text({ text: attribute(element, 'alt') ?? '', ...look })
}

/** The pictures in a drawing (SVG), as covers of books often are. */
export const drawing = (element: Element, { findPicture }: Context, sink: Sink): void => {
  for (const inner of descendants(element)) {
    const picture = inner.tagName === 'image' ? findPicture(attribute(inner, 'href') ?? '') : null
    if (picture !== null) sink.picture({ type: 'picture', text: '', picture })
  }
}
