/** A PDF of these objects, numbered from 1, of which the first is its catalog: what no program would write. */
export const rawPdf = (objects: readonly string[]): Buffer => {
  const parts = ['%PDF-1.7\n']
  const offsets: number[] = []
  let offset = parts.join('').length
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`
    offsets.push(offset)
    parts.push(part)
    offset += part.length
  }
  const entries = offsets.map((one) => `${String(one).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\n`)
  parts.push(`startxref\n${offset}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

/** A content stream as an object. */
export const streamOf = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

type SharedPagesOptions = {
  /** The content that all pages draw, with Helvetica as `/F`. */
  readonly content: string
  readonly count?: number
  /** More entries of the catalog, and the objects that they refer to, the first of which has the number 5. */
  readonly catalog?: string
  readonly objects?: readonly string[]
}

/** A PDF of A4 pages that share one content stream. */
export const sharedPagesPdf = ({ content, count = 1, catalog = '', objects = [] }: SharedPagesOptions): Buffer => {
  const firstPage = 5 + objects.length
  const kids = Array.from({ length: count }, (_, index) => `${firstPage + index} 0 R`)
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F 4 0 R >> >> >>'
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${count} /Kids [${kids.join(' ')}] >>`,
    streamOf(content),
    helvetica,
    ...objects,
    ...kids.map(() => page),
  ])
}
