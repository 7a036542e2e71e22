/**
 * The role of a paragraph by the name of its style, which programs write in English or in the language of their user.
 */
export type StyleRole = 'quote' | 'caption' | 'code' | 'continuation'

/**
 * The role of a style by its name in small letters.
 * @example styleRole('block text') // 'quote'
 */
export const styleRole = (name: string): StyleRole | undefined =>
  styleRolePatterns.find(([, pattern]) => pattern.test(name))?.[0]

/**
 * The outline level, from 0, of a style that is named as a heading; undefined for any other.
 * @example headingLevelOfStyle('heading 2') // 1
 */
export const headingLevelOfStyle = (name: string): number | undefined => {
  const level = headingStylePattern.exec(name)?.[1]
  return level === undefined ? undefined : Number(level) - 1
}

const styleRolePatterns: readonly (readonly [StyleRole, RegExp])[] = [
  ['quote', /^(?:(?:intense )?quote|block text|block ?quote|(?:block )?quotations?|zitat|citation|citaat|citat|cita)$/],
  ['caption', /^(?:(?:image |table )?caption|illustration|figure|drawing|beschriftung|légende)$/],
  [
    'code',
    /^(?:source code|source text|code(?: block)?|html (?:preformatted|code|sample|typewriter)|preformatted(?: text)?|verbatim(?: char)?|listing|macro text)$/,
  ],
  ['continuation', /^list continue(?: [2-5])?$/],
]

const headingStylePattern =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|標題|标题|見出し|제목)[ _]?([1-9])$/
