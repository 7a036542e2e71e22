import { rawPdf, streamOf } from './raw-pdf.ts'

type Lie = {
  readonly lines: readonly string[]
  /** The Unicode that the font claims for a character, which may be none; by default the right one. */
  readonly claims: (character: string) => string | null
  readonly font?: 'Helvetica' | 'Times-Roman'
  /** A sign above the lines, of Courier in WinAnsi, and what that font claims it to be. */
  readonly sign?: { readonly drawn: string; readonly claimed: string }
}

/** A page in a standard font in WinAnsi whose map to Unicode (`/ToUnicode`) says something else than is drawn. */
export const lyingPdf = ({ lines, claims, font = 'Helvetica', sign = { drawn: ' ', claimed: ' ' } }: Lie): Buffer => {
  const codes = new Map(
    lines.flatMap((line) => Array.from(line).map((character) => [character, windowsCode(character)] as const)),
  )
  const shown = lines.map(
    (line, index) =>
      `BT /F 14 Tf 1 0 0 1 60 ${760 - index * 24} Tm <${Array.from(line).map(hexOf(codes)).join('')}> Tj ET`,
  )
  const entries = [...codes].flatMap(([character, code]) => {
    const claimed = claims(character)
    return claimed === null ? [] : [`<${hex(code, 2)}> <${utf16(claimed)}>`]
  })
  const signCode = hex(windowsCode(sign.drawn), 2)
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /S 7 0 R >> >> >>',
    streamOf([...shown, `BT /S 14 Tf 1 0 0 1 60 790 Tm <${signCode}> Tj ET`].join('\n')),
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>`,
    streamOf(toUnicode(entries)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>',
    streamOf(toUnicode([`<${signCode}> <${utf16(sign.claimed)}>`])),
  ])
}

const hexOf =
  (codes: ReadonlyMap<string, number>) =>
  (character: string): string =>
    hex(codes.get(character) ?? 0x20, 2)

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join('')

const windows = new TextDecoder('windows-1252')

/** The code of a character in Windows-1252. */
const windowsCode = (character: string): number => {
  for (let code = 0x20; code < 0x100; code += 1) if (windows.decode(Uint8Array.of(code)) === character) return code
  throw new RangeError(`Windows-1252 has no ${character}`)
}

const toUnicode = (entries: readonly string[]): string =>
  [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Lie def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...chunks(entries).map((some) => `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`),
    'endcmap end end',
  ].join('\n')

/** A map has at most 100 entries in a row. */
const chunks = (entries: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(entries.length / 100) }, (_, index) => entries.slice(index * 100, index * 100 + 100))
