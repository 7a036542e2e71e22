/**
 * The media type of an article or book in XML, by the document type or namespace that it declares, or by elements that
 * only such articles have; null where it is none, or is not XML.
 * @example articleIn('<article xmlns="http://docbook.org/ns/docbook">') // 'application/docbook+xml'
 */
export const articleIn = (start: string): string | null => {
  if (!start.startsWith('<')) return null
  const root = rootTag(start)
  if (root === null) return null
  const { doctype, name, attributes } = root
  if (/\bdocbook\.org\/ns\/docbook\b/.test(attributes) || /\/\/DTD (?:Simplified )?DocBook\b/i.test(doctype))
    return docbookRoots.test(name) ? 'application/docbook+xml' : null
  if (name !== 'article') return null
  const isJats =
    /\/\/DTD (?:JATS|(?:[\w ]{1,40} )?(?:Journal|Archiving|Article))/i.test(doctype) ||
    /\b(?:article-type|dtd-version)\s*=/.test(attributes) ||
    /<(?:journal|article)-meta[\s>]/.test(start)
  return isJats ? 'application/jats+xml' : null
}

const docbookRoots =
  /^(?:set|book|part|article|chapter|appendix|preface|section|sect1|reference|refentry|bibliography|glossary|topic)$/

type Root = { readonly doctype: string; readonly name: string; readonly attributes: string }

/** The document type and the tag of the root element, which may follow comments and instructions. */
const rootTag = (start: string): Root | null => {
  let doctype = ''
  let at = 0
  const pass = (end: string): void => {
    const found = start.indexOf(end, at)
    at = found === -1 ? start.length : found + end.length
  }
  while (at < start.length) {
    if (/\s/.test(start.charAt(at))) at += 1
    else if (start.startsWith('<?', at)) pass('?>')
    else if (start.startsWith('<!--', at)) pass('-->')
    else if (start.startsWith('<!DOCTYPE', at)) {
      const begin = at
      const inner = start.indexOf('[', at)
      const end = start.indexOf('>', at)
      if (inner !== -1 && inner < end) pass(']')
      pass('>')
      doctype = start.slice(begin, at)
    } else break
  }
  const [, name, attributes] =
    /^<(?:[\w.-]{1,40}:)?([\w.-]{1,40})([^>]{0,4000})>/.exec(start.slice(at, at + 5000)) ?? []
  return name === undefined || attributes === undefined ? null : { doctype, name, attributes }
}
