import type { ContentWord, Rule } from '../page-content.ts'

/** A line made with the keys of a typewriter. */
export const isTypedRule = ({ text }: ContentWord): boolean =>
  /^(?:-{4,}|_{4,}|={4,}|[–—]{3,}|-(?:\s-){3,})$/u.test(text)

export const typedRule = ({ box: [x0, y0, x1, y1] }: ContentWord): Rule => ({
  direction: 'horizontal',
  at: (y0 + y1) / 2,
  from: x0,
  to: x1,
  thickness: 0.5,
})
