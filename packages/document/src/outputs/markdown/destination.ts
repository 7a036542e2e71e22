/** An address as the target of a Markdown link or picture, so that it is read back as it is. */
export const destination = (address: string): string => {
  const escaped = address
    .replaceAll(/[\n\r]/g, '')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replaceAll(/&(?=#?[A-Za-z\d]+;)/g, '\\&')
  const isPlain = /^[^\s<>()\u007F]+$/.test(address)
  return isPlain ? escaped : `<${escaped.replaceAll(/[<>]/g, '\\$&')}>`
}
