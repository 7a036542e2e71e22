import type { EnteredKind, FlowRun } from '../../flow/flow.ts'
import { attribute, descendants, type HtmlElement, rawText } from './nodes.ts'

/** Returns what a control of a form shows: what is entered, chosen or ticked; null where an element is none. */
export const answerOfHtmlControl = (element: HtmlElement): FlowRun | null => {
  if (attribute(element, 'hidden') !== null) return null
  if (element.tagName === 'textarea') return { text: rawText(element), entered: 'text' }
  if (element.tagName === 'select') return { text: chosen(element), entered: 'choice' }
  return element.tagName === 'input' ? answerOfInput(element) : null
}

const answerOfInput = (input: HtmlElement): FlowRun => {
  const type = (attribute(input, 'type') ?? 'text').toLowerCase()
  // A box that opens a menu is none to tick.
  if (type === 'checkbox' || type === 'radio')
    return attribute(input, 'role') === null ? ticked(type, attribute(input, 'checked') !== null) : { text: '' }
  return { text: visibleInputTypes.has(type) ? (attribute(input, 'value') ?? '') : '', entered: 'text' }
}

const ticked = (entered: EnteredKind, isTicked: boolean): FlowRun => ({ text: isTicked ? '☑ ' : '☐ ', entered })

const visibleInputTypes = new Set([
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
])

/** The options that are selected; without any, the first of a menu. */
const chosen = (select: HtmlElement): string => {
  const options = [...descendants(select)].filter(({ tagName }) => tagName === 'option')
  const selected = options.filter((option) => attribute(option, 'selected') !== null)
  const isMenu = attribute(select, 'multiple') === null
  return (selected.length === 0 && isMenu ? options.slice(0, 1) : selected)
    .map((option) => rawText(option).replaceAll(/\s+/g, ' ').trim())
    .join(', ')
}
