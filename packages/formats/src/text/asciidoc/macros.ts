import { itemAt } from '@polyparse/document/items'
import { addAsciidocInline, type AsciidocReader } from './asciidoc-context.ts'
import { attributesIn } from './intent.ts'

/** Something of its own on a line: an image, another file. */
export const macro: AsciidocReader = (lines, at, { title }, place, context) => {
  const [, name = '', target = '', source = ''] =
    /^(image|video|audio|include|toc|stem|latexmath)::([^[\]]{0,1000})\[(.{0,2000})\]$/.exec(itemAt(lines, at)) ?? []
  if (name === '') return null
  place.writer.flush()
  if (name === 'include') context.outside.files.push(target)
  if (name === 'image' || name === 'video' || name === 'audio') {
    const { positional, named } = attributesIn(source)
    if (name === 'image') context.outside.images += 1
    else context.outside.files.push(target)
    place.writer.push({ type: 'picture', text: positional[0] ?? named.get('alt') ?? target })
    const caption = title || (named.get('title') ?? '')
    if (caption !== '') place.writer.block({ type: 'caption' }, () => addAsciidocInline(place, caption, context))
  }
  return at + 1
}
