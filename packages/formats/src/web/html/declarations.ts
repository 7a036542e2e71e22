/**
 * Tells whether a style declares a word for a property, or for a longer name that begins with it: `line-through` for
 * `text-decoration-line`. It looks at each declaration once, however long a hostile style is.
 * @example declares('text-decoration-line: line-through', 'text-decoration', 'line-through') // true
 */
export const declares = (style: string, property: string, word: string): boolean =>
  style.split(';').some((declaration) => {
    const colon = declaration.indexOf(':')
    return (
      colon !== -1 &&
      declaration.slice(0, colon).trim().toLowerCase().startsWith(property) &&
      declaration.toLowerCase().includes(word, colon)
    )
  })
