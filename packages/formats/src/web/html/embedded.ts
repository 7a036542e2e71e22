import { flowText } from '../../flow/flow.ts'
import { svgTextsInReadingOrder } from '../svg/reading-order.ts'
import { textsIn } from '../svg/texts.ts'
import type { HtmlContext, HtmlPlace } from './html-context.ts'
import { attribute, descendants, formulaOfElement, hidesItself, type HtmlElement, xmlOf } from './nodes.ts'
import type { HtmlSink } from './sink.ts'

/** A formula that is displayed is a block of its own; those of a line stay apart. */
export const htmlFormula = (element: HtmlElement, { look }: HtmlPlace, sink: HtmlSink): void => {
  const text = formulaOfElement(element)
  if (text === '') return
  if (attribute(element, 'display') === 'block') sink.block({ type: 'formula', text })
  else sink.text(...(sink.endsInFormula() ? [{ text: ' ' }] : []), { ...look, text, formula: true })
}

export const image = (
  element: HtmlElement,
  { look }: HtmlPlace,
  { findPicture }: HtmlContext,
  sink: HtmlSink,
): void => {
  const alt = (attribute(element, 'alt') ?? '').replaceAll(/\s+/g, ' ').trim()
  const picture = findPicture(attribute(element, 'src') ?? '')
  if (picture !== null) sink.picture({ type: 'picture', text: alt, picture })
  else sink.text({ text: attribute(element, 'alt') ?? '', ...look })
}

/** The pictures in a drawing (SVG), as covers of books often are, and what is written in it, such as the labels of a chart. */
export const drawing = (element: HtmlElement, { findPicture }: HtmlContext, sink: HtmlSink): void => {
  if (hidesItself(element)) return
  for (const inner of descendants(element)) {
    const picture = inner.tagName === 'image' ? findPicture(attribute(inner, 'href') ?? '') : null
    if (picture !== null) sink.picture({ type: 'picture', text: '', picture })
  }
  const lines = svgTextsInReadingOrder(textsIn(xmlOf(element)).texts)
  const runs = lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]))
  if (runs.length > 0) sink.picture({ type: 'paragraph', ...flowText(runs) })
}
