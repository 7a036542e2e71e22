/** A place that others refer to. */
export const asciidocPlace = /\[\[([^[\]\n]{1,500})\]\]|anchor:([\w-]{1,200})\[[^\]]{0,200}\]/y

/**
 * The names of places in a text.
 * @example asciidocPlaces('see [[terms]]these terms') // ['terms']
 */
export const asciidocPlaces = (text: string): string[] =>
  /\[\[|anchor:/.test(text)
    ? [...text.matchAll(new RegExp(asciidocPlace, 'g'))].map(([, id = '', named = '']) =>
        (id || named).replace(/,.*$/, ''),
      )
    : []
