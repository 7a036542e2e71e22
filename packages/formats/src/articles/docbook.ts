import type { NumberStyle } from '@polyparse/document'
import { childOf, elementsIn, findAll, findFirst, type XmlElement } from '../xml/element.ts'
import { articleTime, joinedText, known, lineOfArticle } from './text.ts'
import { all, type Head, looking, type ArticleVocabulary } from './vocabulary.ts'

/** Books and articles about software (DocBook 4 and 5). */
export const docbook: ArticleVocabulary = {
  roles: {
    ...all(
      'set book part article chapter appendix preface section sect1 sect2 sect3 sect4 sect5 simplesect reference refentry refsect1 refsect2 refsect3 refsection colophon dedication acknowledgements abstract bibliography bibliodiv glossary glossdiv qandaset qandadiv topic partintro',
      'section',
    ),
    ...all(
      'para simpara variablelist glosslist glossdef glossentry varlistentry attribution listitem address question answer formalpara legalnotice',
      'apart',
    ),
    ...all('note tip warning caution important danger sidebar example informalexample', 'aside'),
    ...all('blockquote epigraph', 'quote'),
    ...all('itemizedlist orderedlist simplelist procedure substeps calloutlist', 'list'),
    ...all('term glossterm', 'term'),
    ...all('figure informalfigure table informaltable', 'figure'),
    ...all('mediaobject inlinemediaobject graphic inlinegraphic', 'picture'),
    ...all('equation informalequation', 'formula'),
    ...all('inlineequation math:math', 'inline formula'),
    ...all('programlisting screen literallayout synopsis cmdsynopsis funcsynopsis classsynopsis', 'code'),
    footnote: 'note',
    footnoteref: 'reference',
    ...all('link ulink uri email', 'link'),
    ...all('xref biblioref', 'reference'),
    ...all('author editor personname', 'person'),
    ...all('bibliomixed biblioentry', 'citation'),
    quote: 'quoted',
    ...all('xi:include', 'included'),
    ...all('indexterm index toc remark info refmeta areaspec co', 'skip'),
    ...all('articleinfo bookinfo chapterinfo sectioninfo sect1info prefaceinfo appendixinfo partinfo setinfo', 'skip'),
  },
  looks: {
    ...looking('emphasis citetitle firstterm foreignphrase replaceable', { italic: true }),
    ...looking(
      'literal code command filename option parameter function varname userinput computeroutput classname methodname constant type envar property prompt systemitem package tag sgmltag keycap keycombo interfacename exceptionname returnvalue',
      { code: true },
    ),
    superscript: { superscript: true },
    subscript: { subscript: true },
  },
  numbering: ({ name, attributes }) =>
    name === 'orderedlist' || name === 'procedure' || name === 'substeps'
      ? (numberings[attributes['numeration'] ?? ''] ?? 'decimal')
      : null,
  titles: {
    abstract: 'Abstract',
    bibliography: 'Bibliography',
    glossary: 'Glossary',
    qandaset: 'Questions and answers',
  },
  head: (root) => headOfDocbook(root),
}

const numberings: Readonly<Record<string, NumberStyle>> = {
  loweralpha: 'lower_letter',
  upperalpha: 'upper_letter',
  lowerroman: 'lower_roman',
  upperroman: 'upper_roman',
}

const headOfDocbook = (root: XmlElement): Head => {
  const info = elementsIn(root).find(({ name }) => name.endsWith('info'))
  const title = childOf(root, 'title') ?? childOf(info, 'title')
  const authors = findAll(info, 'author', 'corpauthor').map(nameOfDocbookAuthor)
  const subtitle = lineOfArticle(childOf(root, 'subtitle') ?? childOf(info, 'subtitle'))
  return {
    metadata: known({
      title: lineOfArticle(title),
      author: joinedText(authors),
      keywords: joinedText(findAll(info, 'keyword').map(lineOfArticle)),
      language: root.attributes['xml:lang'] ?? root.attributes['lang'] ?? '',
      createdAt: articleTime(lineOfArticle(childOf(info, 'pubdate') ?? childOf(info, 'date'))),
      producer: lineOfArticle(findFirst(info ?? root, 'publishername')),
    }),
    title,
    lines: [subtitle, joinedText(authors)],
    content: [...elementsIn(info, 'abstract'), { ...root, children: root.children.filter((one) => one !== title) }],
  }
}

const nameOfDocbookAuthor = (author: XmlElement): string => {
  const one = (name: string): string => lineOfArticle(findFirst(author, name))
  return (
    joinedText([one('honorific'), one('firstname') || one('givenname'), one('surname')], ' ') ||
    one('personname') ||
    one('orgname') ||
    lineOfArticle(author)
  )
}
