/** A stretch of the HTML output that is shown at once. */
export type HtmlPart = { readonly html: string; readonly firstPage: number; readonly lastPage: number }

/** The number of characters that are sanitised and laid out at once, beyond one page: a few tens of milliseconds. */
const partLength = 110_000

/** The number of images in a frame, beyond one page: each is a file within the markup. */
const partImages = 6

/**
 * Divides the HTML output into parts of whole pages: each page is a section.
 * @example htmlParts('<section><p>a</p></section>') // [{ html: '<section><p>a</p></section>', firstPage: 1, lastPage: 1 }]
 */
export const htmlParts = (html: string): HtmlPart[] => {
  const parts: HtmlPart[] = []
  let sections: string[] = []
  let length = 0
  let images = 0
  let firstPage = 1
  let lastPage = 1
  const end = () => parts.push({ html: sections.join('\n'), firstPage, lastPage })
  for (const section of html.split(/\n(?=<section data-page=")/)) {
    const page = Number(/^<section data-page="(\d+)"/.exec(section)?.[1] ?? lastPage)
    const own = section.split('<img').length - 1
    if (sections.length > 0 && (length + section.length > partLength || (own > 0 && images + own > partImages))) {
      end()
      sections = []
      length = 0
      images = 0
    }
    if (sections.length === 0) firstPage = page
    lastPage = page
    sections.push(section)
    length += section.length
    images += own
  }
  end()
  return parts
}
