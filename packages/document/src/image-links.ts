/**
 * Makes the text for the place of an image: `alt` is its description as it is written there, and `linkTo` makes the same link with
 * another address, and another description if one is given. Undefined leaves the image as it is.
 */
export type ReplaceImage = (
  id: string,
  image: { readonly alt: string; readonly linkTo: (address: string, description?: string) => string },
) => string | undefined

/** Brackets in a description are escaped there. */
const imageInMarkdown = /!\[((?:\\.|[^\\[\]\n])*)\]\(([^()\s<>]+)\)/g

/** All other text of an output is escaped, in Markdown by a backslash. */
const imageInHtml = /(?<!\\)<img src="([^"]*)" alt="([^"]*)">/g

/**
 * The output `markdown`, or a page of it, with other links to its images, also in the tables in it that are HTML.
 *
 * @example replaceMarkdownImages('![A ferry](p1-i1)', (id, { linkTo }) => linkTo(`images/${id}.png`))
 */
export const replaceMarkdownImages = (markdown: string, replace: ReplaceImage): string =>
  replaceHtmlImages(
    markdown.replaceAll(imageInMarkdown, (whole: string, alt: string, id: string) => {
      const linkTo = (address: string, description = alt): string => `![${description}](${address})`
      return replace(id, { alt, linkTo }) ?? whole
    }),
    replace,
  )

/** The output `html` likewise. */
export const replaceHtmlImages = (html: string, replace: ReplaceImage): string =>
  html.replaceAll(imageInHtml, (whole: string, id: string, alt: string) => {
    const linkTo = (address: string, description = alt): string => `<img src="${address}" alt="${description}">`
    return replace(id, { alt, linkTo }) ?? whole
  })
