import { html, type Html, type Piece } from '../markup/html.ts'

/** A heading of the given level, from 1 to 6. */
export const heading = (level: number, content: Piece, id?: string): Html => {
  const attribute = id !== undefined && html` id="${id}"`
  const tag = `h${Math.min(6, Math.max(1, level))}`
  return html`<${tag}${attribute}>${content}</${tag}>`
}
