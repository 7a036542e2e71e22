import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

export type Section = { readonly id: string; readonly title: string; readonly text: string }
export type Rendered = { readonly title: string; readonly html: string; readonly sections: readonly Section[] }

/**
 * A page as HTML, with an id on each heading as GitHub makes it.
 *
 * @param resolve the address of a link or image as the page needs it; null: it leads nowhere in the site, and only its
 *   text is kept.
 */
export const renderMarkdown = (markdown: string, resolve: (target: string) => string | null): Rendered => {
  const taken = new Map<string, number>()
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })
    .replaceAll(/<!--.*?-->\n?/gs, '')
    .replaceAll(/<(h[1-6])>(.*?)<\/\1>/gs, (_match, tag: string, content: string) => {
      const id = uniqueId(idOf(textOf(content)), taken)
      return `<${tag} id="${id}">${content}</${tag}>`
    })
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_match, target: string, content: string) => {
      const href = resolve(target)
      return href === null ? content : `<a href="${href}">${content}</a>`
    })
    .replaceAll(/<img src="([^"]*)"/g, (_match, target: string) => `<img loading="lazy" src="${resolve(target) ?? ''}"`)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(/<table>.*?<\/table>/gs, (table) => `<div class="table" tabindex="0">${breakable(table)}</div>`)
    .replaceAll(/ align="(left|right|center)"/g, ' class="$1"')
  const sections = sectionsOf(html)
  return { title: sections[0]?.title ?? '', html, sections }
}

/** Long names and paths in a table may break, so that they leave room for the columns with sentences. */
const breakable = (table: string): string =>
  table.replaceAll(
    /<code>(.*?)<\/code>/gs,
    (_match, code: string) => `<code>${code.replaceAll(/[_/,.]/g, '$&<wbr>')}</code>`,
  )

/** The id that GitHub gives a heading. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

const uniqueId = (id: string, taken: Map<string, number>): string => {
  const before = taken.get(id) ?? 0
  taken.set(id, before + 1)
  return before === 0 ? id : `${id}-${before}`
}

const sectionsOf = (html: string): Section[] =>
  html.split(/(?=<h[1-3] id=)/).flatMap((part) => {
    const heading = /^<(h[1-3]) id="([^"]*)">(.*?)<\/\1>/s.exec(part)
    if (heading === null) return []
    const [whole, , id = '', title = ''] = heading
    return [{ id, title: textOf(title), text: textOf(part.slice(whole.length)) }]
  })

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp);/g, (match, name: string) => entities[name] ?? match)
    .replaceAll(/\s+/g, ' ')
    .trim()
