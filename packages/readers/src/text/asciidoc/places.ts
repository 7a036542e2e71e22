/** A place that others refer to. */
export const place = /\[\[([^[\]\n]{1,500})\]\]|anchor:([\w-]{1,200})\[[^\]]{0,200}\]/y

/** The names of places in a text. */
export const placesIn = (text: string): string[] =>
  /\[\[|anchor:/.test(text)
    ? [...text.matchAll(new RegExp(place, 'g'))].map(([, id = '', named = '']) => (id || named).replace(/,.*$/, ''))
    : []
