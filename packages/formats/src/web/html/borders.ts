import { attribute, descendants, type HtmlElement, type Parent, rawText } from './nodes.ts'

/** Tells whether a style sheet of the page itself draws borders around the cells of all its tables. */
export const bordersAllCells = (root: Parent): boolean =>
  [...descendants(root)].some((element) => element.tagName === 'style' && sheetBordersCells(rawText(element)))

/** Tells whether a table or one of its cells has a border, by its attribute or its own style. */
export const hasBorder = (table: HtmlElement, cells: readonly HtmlElement[]): boolean =>
  Number.parseInt(attribute(table, 'border') ?? '0', 10) > 0 ||
  [table, ...cells].some((element) => drawsBorder(attribute(element, 'style') ?? ''))

const sheetBordersCells = (sheet: string): boolean =>
  sheet.split('}').some((rule) => {
    const [selectors = '', declarations = ''] = rule.split('{')
    return selectors.split(',').some((selector) => allCells.test(selector)) && drawsBorder(declarations)
  })

/** A selector of every cell, as in `td` or `table tr > th`. */
const allCells = /^\s*(?:(?:table|thead|tbody|tr)[\s>]+)*t[dh]\s*$/i

const drawsBorder = (declarations: string): boolean =>
  declarations.split(';').some((declaration) => {
    const [property = '', value = ''] = declaration.split(':')
    return border.test(property) && lineStyle.test(value)
  })

const border = /^\s*border(?:-(?:top|right|bottom|left|style))?\s*$/i

/** Borders are not drawn without a style of their line; a width of 0 takes it away. */
const lineStyle =
  /^(?!.*(?<![\d.])0(?:px|pt|em)?(?![\d.]))(?=.*\b(?:solid|dotted|dashed|double|groove|ridge|inset|outset)\b)/i
