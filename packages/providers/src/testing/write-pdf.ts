type WrittenPage = { readonly width: number; readonly height: number; readonly text: string }

/** A PDF of pages with a line of text each. */
export const writePdf = (
  pages: readonly WrittenPage[],
  { title, isEncrypted = false }: { readonly title: string; readonly isEncrypted?: boolean },
): Buffer => {
  const first = 5
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`)
  return serializePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< /Title (${title}) >>`,
      ...pages.flatMap(({ width, height, text }, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 2 * index + 1} 0 R ` +
          '/Resources << /Font << /F 3 0 R >> >> >>',
        stream(`BT /F 20 Tf 60 ${height - 80} Td (${text}) Tj ET`),
      ]),
    ],
    isEncrypted ? encryption : '/Info 4 0 R',
  )
}

/** The encryption by a password that nobody knows: its verifiers are made up. */
const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >> /ID [<01> <01>]`

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/** The objects, numbered from 1, of which the first is the catalog. */
const serializePdf = (objects: readonly string[], trailer: string): Buffer => {
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const head = '%PDF-1.7\n'
  let offset = head.length
  const entries = parts.map((part) => {
    const entry = `${String(offset).padStart(10, '0')} 00000 n \n`
    offset += part.length
    return entry
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`
  return Buffer.from(head + parts.join('') + table + end, 'latin1')
}
