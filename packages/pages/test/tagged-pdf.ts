/** Text at a position on a page, from its top left; `mark` is the id of the marked content it belongs to. */
export type DrawnText = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly mark?: number
  readonly size?: number
  readonly font?: 'Helvetica' | 'Helvetica-Bold' | 'Courier'
}

/** An element of a structure tree. A child that is a pair is marked content: a page, from 1, and its id there. */
export type TreeNode = {
  readonly type: string
  readonly children: readonly (TreeNode | readonly [page: number, mark: number])[]
  /** More entries of its dictionary, as written in a PDF. */
  readonly entries?: string
}

export const node = (type: string, children: TreeNode['children'] = [], entries = ''): TreeNode => ({
  type,
  children,
  entries,
})

const height = 842
const fonts = ['Helvetica', 'Helvetica-Bold', 'Courier'] as const

/**
 * A tagged PDF with any structure tree, even one that no program would write. `root` holds more entries for its root.
 */
export const taggedPdf = (
  pages: readonly (readonly DrawnText[])[],
  tree: readonly TreeNode[],
  { roles = '' }: { readonly roles?: string } = {},
): Uint8Array => {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const [catalog, pageTree, root] = [add(''), add(''), add('')]
  const fontNumbers = fonts.map((font) =>
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`),
  )
  const resources = `<< /Font << ${fontNumbers.map((number, index) => `/F${index} ${number} 0 R`).join(' ')} >> >>`
  const pageNumbers = pages.map((texts, index) => {
    const stream = texts.map(drawn).join('\n')
    const content = add(`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`)
    return add(
      `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 595 ${height}] /Resources ${resources} ` +
        `/Contents ${content} 0 R /StructParents ${index} >>`,
    )
  })
  const parents = pages.map(() => new Map<number, number>())
  const addElement = ({ type, children, entries = '' }: TreeNode, parent: number): number => {
    const own = add('')
    const kids = children.map((child) => {
      if (!isMark(child)) return `${addElement(child, own)} 0 R`
      const [page, mark] = child
      const marks = parents[page - 1]
      if (marks?.has(mark) === false) marks.set(mark, own)
      return `<< /Type /MCR /Pg ${pageNumbers[page - 1] ?? 0} 0 R /MCID ${mark} >>`
    })
    objects[own - 1] = `<< /Type /StructElem /S /${type} /P ${parent} 0 R /K [${kids.join(' ')}] ${entries} >>`
    return own
  }
  const tops = tree.map((top) => addElement(top, root))
  const parentTree = parents.map((marks, index) => {
    const last = Math.max(-1, ...marks.keys())
    const list = Array.from({ length: last + 1 }, (_, mark) => (marks.has(mark) ? `${marks.get(mark)} 0 R` : 'null'))
    return `${index} [${list.join(' ')}]`
  })
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${pageTree} 0 R /StructTreeRoot ${root} 0 R /MarkInfo << /Marked true >> >>`
  objects[pageTree - 1] = `<< /Type /Pages /Count ${pages.length} /Kids [${references(pageNumbers)}] >>`
  objects[root - 1] =
    `<< /Type /StructTreeRoot /K [${references(tops)}] /RoleMap << ${roles} >> ` +
    `/ParentTree << /Nums [${parentTree.join(' ')}] >> >>`
  return write(objects)
}

const isMark = (child: TreeNode['children'][number]): child is readonly [page: number, mark: number] =>
  Array.isArray(child)

const references = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ')

const drawn = ({ text, x, y, mark, size = 11, font = 'Helvetica' }: DrawnText): string => {
  const escaped = text.replaceAll(/[\\()]/g, String.raw`\$&`)
  const show = `BT /F${fonts.indexOf(font)} ${size} Tf ${x} ${height - y} Td (${escaped}) Tj ET`
  return mark === undefined ? `/Artifact BMC ${show} EMC` : `/Span << /MCID ${mark} >> BDC ${show} EMC`
}

const write = (objects: readonly string[]): Uint8Array => {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
