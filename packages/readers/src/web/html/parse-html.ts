import { parse } from 'parse5'
import type { Parent } from './nodes.ts'

/** Elements that HTML itself never closes. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** The tree of an HTML page. */
export const parseHtml = (source: string): Parent => parse(source)

/** The tree of an XHTML page: `<title/>` is an empty title there, and swallows the page where HTML is read. */
export const parseXhtml = (source: string): Parent =>
  parse(
    source.replaceAll(/<([A-Za-z][\w.-]*)(\s[^<>]*)?\/>/g, (tag, name: string, attributes = '') =>
      empty.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
    ),
  )
