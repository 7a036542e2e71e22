import { latexOfMathMl } from '../mathematics/mathml.ts'
import { findFirst, textOfElement, type XmlElement } from '../xml/element.ts'
import { lineOfArticle } from './text.ts'

/**
 * The LaTeX of a formula, which may be there in several forms, or what describes it in words; '' where it is a picture.
 */
export const latexIn = (element: XmlElement): string => {
  const within = (name: string): XmlElement | undefined => (element.name === name ? element : findFirst(element, name))
  const tex = within('tex-math') ?? texAlternative(element)
  if (tex !== undefined) return bare(textOfElement(tex))
  const mathml = within('math:math')
  if (mathml !== undefined) return latexOfMathMl(mathml)
  return lineOfArticle(findFirst(element, 'mathphrase') ?? withoutPictures(element))
}

/** DocBook may have the source of a formula as an alternative to its picture. */
const texAlternative = (element: XmlElement): XmlElement | undefined => {
  const alternative = findFirst(element, 'alt')
  const isTex = /^(?:tex|latex)$/i.test(alternative?.attributes['role'] ?? '')
  return isTex || /\\[a-z]/i.test(textOfElement(alternative)) ? alternative : undefined
}

const withoutPictures = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children.filter(
    (child) =>
      typeof child === 'string' ||
      !/graphic$|^(?:label|title|info|alt|mediaobject|inlinemediaobject)$/.test(child.name),
  ),
})

/** Returns what is between the signs of a formula; publishers put whole documents around it. */
const bare = (tex: string): string => {
  const begin = tex.indexOf('\\begin{document}')
  const end = tex.lastIndexOf('\\end{document}')
  const inside = begin === -1 ? tex : tex.slice(begin + '\\begin{document}'.length, end > begin ? end : undefined)
  return inside
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:\$\$|\$|\\\[|\\\()/, '')
    .replace(/(?:\$\$|\$|\\\]|\\\))$/, '')
    .trim()
}

/**
 * The number of a formula, as LaTeX has it.
 * @example tagged('a = b', '(1)') // 'a = b \\tag{1}'
 */
export const tagged = (latex: string, label: string): string => {
  const number = label.replaceAll(/^[([]|[)\]]$/g, '')
  return number === '' ? latex : `${latex} \\tag{${number}}`
}
