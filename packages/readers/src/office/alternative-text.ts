/** What a picture is said to show; names that programs give by themselves say nothing. */
export const alternativeText = (described: string | undefined): string => {
  const text = (described ?? '').replaceAll(/\s+/g, ' ').trim()
  const isName = /^\S+\.(?:png|jpe?g|jfif|gif|bmp|tiff?|webp|emf|wmf|svg)$/i.test(text)
  return isName || /^(?:Picture|Image|Grafik|Bild|graphics)\s*\d*$/i.test(text) ? '' : text
}
