/** Encodings by the code page of a document. */
const byCodePage: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}

export const encodingOfCodePage = (page: number): string =>
  byCodePage[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

export const decodeBytes = (bytes: string, encoding: string): string => {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder.decode(Buffer.from(bytes, 'latin1'))
}
