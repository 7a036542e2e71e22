import type { NumberStyle } from '@polyparse/document'
import { childOf, elementsIn, findAll, findFirst, type XmlElement } from '../xml/element.ts'
import { articleTime, joinedText, known, lineOfArticle } from './text.ts'
import { all, type Head, looking, type ArticleVocabulary } from './vocabulary.ts'

/** Articles of journals (JATS, ANSI/NISO Z39.96). */
export const jats: ArticleVocabulary = {
  roles: {
    ...all('sec app ack abstract trans-abstract ref-list glossary sub-article response bio app-group notes', 'section'),
    ...all('p def-list def def-item attrib verse-line speech speaker statement address body back', 'apart'),
    ...all('boxed-text', 'aside'),
    ...all('disp-quote verse-group', 'quote'),
    ...all('list', 'list'),
    term: 'term',
    ...all('fig table-wrap fig-group table-wrap-group', 'figure'),
    ...all('graphic inline-graphic media', 'picture'),
    'disp-formula': 'formula',
    'inline-formula': 'inline formula',
    'math:math': 'inline formula',
    'tex-math': 'inline formula',
    ...all('preformat code', 'code'),
    fn: 'note',
    ...all('ext-link uri email self-uri', 'link'),
    xref: 'reference',
    ref: 'citation',
    ...all('name string-name', 'person'),
    break: 'break',
    ...all('front front-stub processing-meta index-term object-id permissions title-group floats-group', 'skip'),
  },
  looks: {
    ...looking('bold', { bold: true }),
    ...looking('italic', { italic: true }),
    ...looking('monospace', { code: true }),
    ...looking('sup', { superscript: true }),
    ...looking('sub', { subscript: true }),
    ...looking('strike', { strikethrough: true }),
    ...looking('underline', { underline: true }),
  },
  numbering: ({ attributes }) => numberings[attributes['list-type'] ?? ''] ?? null,
  titles: { abstract: 'Abstract', 'ref-list': 'References', ack: 'Acknowledgments' },
  head: (root) => headOfJats(root),
}

const numberings: Readonly<Record<string, NumberStyle>> = {
  order: 'decimal',
  'alpha-lower': 'lower_letter',
  'alpha-upper': 'upper_letter',
  'roman-lower': 'lower_roman',
  'roman-upper': 'upper_roman',
}

const headOfJats = (root: XmlElement): Head => {
  const front = childOf(root, 'front')
  const meta = childOf(front, 'article-meta')
  const title = childOf(meta, 'title-group', 'article-title')
  const authors = findAll(meta, 'contrib')
    .filter(({ attributes }) => (attributes['contrib-type'] ?? 'author') === 'author')
    .map(nameInContributor)
    .filter((name) => name !== '')
  const affiliations = findAll(meta, 'aff').map(affiliation)
  return {
    metadata: known({
      title: lineOfArticle(title),
      author: authors.join(', '),
      keywords: joinedText(findAll(meta, 'kwd').map(lineOfArticle)),
      language: root.attributes['xml:lang'] ?? '',
      createdAt: dateOf(childOf(meta, 'pub-date')),
      producer: lineOfArticle(findFirst(childOf(front, 'journal-meta') ?? root, 'publisher-name')),
    }),
    title,
    lines: [authors.join(', '), ...affiliations, lineOfArticle(childOf(meta, 'title-group', 'subtitle'))],
    content: [
      ...elementsIn(meta, 'abstract'),
      ...elementsIn(meta, 'trans-abstract'),
      ...['body', 'floats-group', 'back', 'sub-article', 'response'].flatMap((name) =>
        elementsIn(root, name).map((element) => (name === 'floats-group' ? { ...element, name: 'body' } : element)),
      ),
    ],
  }
}

/** Given names and surname of a person, or the name of a group. */
export const nameInContributor = (element: XmlElement): string => {
  const one = (name: string): string => lineOfArticle(findFirst(element, name))
  const parts = joinedText([one('prefix'), one('given-names'), one('surname'), one('suffix')], ' ')
  return parts === '' ? one('string-name') || one('collab') || lineOfArticle(element) : parts
}

/** A label such as “1” is set apart from the name of the institution. */
const affiliation = (element: XmlElement): string =>
  joinedText(
    elementsIn(element).some(({ name }) => name === 'institution' || name === 'institution-wrap')
      ? elementsIn(element).map(lineOfArticle)
      : [lineOfArticle(element)],
  )

/** A date may have only a year, or a year and a month; seasons count as the year alone. */
const dateOf = (date: XmlElement | undefined): string => {
  const stated = date?.attributes['iso-8601-date']
  if (stated !== undefined) return articleTime(stated)
  const [year = '', month = '', day = ''] = ['year', 'month', 'day'].map((name) => lineOfArticle(childOf(date, name)))
  const numbers = [year, month.padStart(2, '0'), day.padStart(2, '0')]
  return articleTime(numbers.slice(0, month === '' ? 1 : day === '' ? 2 : 3).join('-'))
}
