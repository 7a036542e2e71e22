import { attribute, descendants, type HtmlElement, rawText } from './nodes.ts'

/** What a control of a form shows: what is entered, chosen or ticked; null where an element is none. */
export const controlText = (element: HtmlElement): string | null => {
  if (attribute(element, 'hidden') !== null) return null
  if (element.tagName === 'textarea') return rawText(element)
  if (element.tagName === 'select') return chosen(element)
  return element.tagName === 'input' ? entered(element) : null
}

const entered = (input: HtmlElement): string => {
  const type = (attribute(input, 'type') ?? 'text').toLowerCase()
  // A box that opens a menu is none to tick.
  if (type === 'checkbox' || type === 'radio')
    return attribute(input, 'role') === null ? `${attribute(input, 'checked') === null ? '☐' : '☑'} ` : ''
  return visibleInputTypes.has(type) ? (attribute(input, 'value') ?? '') : ''
}

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
