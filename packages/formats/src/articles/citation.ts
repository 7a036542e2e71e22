import { elementsIn, type XmlElement } from '../xml/element.ts'
import { joinedText, lineOfArticle } from './text.ts'

/** Tells whether a citation is data, whose parts have no punctuation between them. */
export const isStructured = ({ name, children }: XmlElement): boolean =>
  /^(?:element-citation|nlm-citation|biblioentry)$/.test(name) &&
  children.every((child) => typeof child !== 'string' || child.trim() === '')

/** A citation that is data, in words: who, what, where, when, each after a full stop. */
export const citationText = (citation: XmlElement): string => {
  const parts = elementsIn(citation)
  const pages = joinedText(
    ['fpage', 'lpage'].map((name) => lineOfArticle(parts.find((one) => one.name === name))),
    '–',
  )
  const told = parts
    .filter(({ name }) => name !== 'lpage')
    .map((part) => {
      if (part.name === 'fpage') return pages
      return isPeople(part) ? joinedText(peopleIn(part)) : lineOfArticle(part)
    })
  return `${joinedText(told, '. ').replaceAll(/([.?!])\. /g, '$1 ')}.`.replace(/\.\.$/, '.')
}

const isPeople = ({ name }: XmlElement): boolean =>
  /^(?:person-group|name|string-name|author|authorgroup|editor|personname)$/.test(name)

const peopleIn = (group: XmlElement): string[] => {
  const people = elementsIn(group).filter(isPeople)
  return people.length > 0
    ? people.flatMap(peopleIn)
    : [
        joinedText(elementsIn(group).map(lineOfArticle), group.name === 'person-group' ? ', ' : ' ') ||
          lineOfArticle(group),
      ]
}
