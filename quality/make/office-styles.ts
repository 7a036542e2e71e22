/** How an office document looks. */
export type OfficeStyle = {
  readonly font: string
  readonly headingFont: string
  /** Points. */
  readonly size: number
  /** Points, from the title down; headings of the same size as the text stand out only by their weight. */
  readonly headingSizes: readonly [number, number, number]
  readonly isTitleCentred: boolean
  /** Which cell borders tables have. */
  readonly tableRules: 'grid' | 'header' | 'rows' | 'none'
  readonly hasZebra: boolean
  readonly isCentredVertically: boolean
  readonly columns: 1 | 2
  readonly runningHead: string
}

/** The styles that `flatOdt` names, and the page. */
export const officeStyles = (style: OfficeStyle): string =>
  `<office:font-face-decls>${['Liberation Serif', 'Liberation Sans', 'DejaVu Sans', 'DejaVu Sans Mono', 'OpenSymbol']
    .map((font) => `<style:font-face style:name="${font}" svg:font-family="'${font}'"/>`)
    .join('')}</office:font-face-decls>
<office:styles>${paragraphs(style)}${spans}${lists}</office:styles>
<office:automatic-styles>
<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="2cm" fo:margin-bottom="2cm" fo:margin-left="2.2cm" fo:margin-right="2.2cm"/>${
    style.runningHead === ''
      ? ''
      : '<style:header-style><style:header-footer-properties fo:min-height="1cm" fo:margin-bottom="0.5cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="1cm" fo:margin-top="0.5cm"/></style:footer-style>'
  }</style:page-layout>
<style:style style:name="Columns" style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="0.8cm"/></style:section-properties></style:style>
${cells(style)}
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page">${
    style.runningHead === ''
      ? ''
      : `<style:header><text:p text:style-name="Running">${style.runningHead}</text:p></style:header><style:footer><text:p text:style-name="Running">Page <text:page-number>1</text:page-number></text:p></style:footer>`
  }</style:master-page></office:master-styles>`

const paragraphs = ({ font, headingFont, size, headingSizes, isTitleCentred, columns }: OfficeStyle): string => {
  const heading = headingSizes.map((own, index) =>
    paragraph(
      `H${index + 1}`,
      `fo:margin-top="${index === 0 ? 0 : 12}pt" fo:margin-bottom="6pt" fo:keep-with-next="always"${
        index === 0 && isTitleCentred ? ' fo:text-align="center"' : ''
      }`,
      `style:font-name="${headingFont}" fo:font-size="${own}pt" fo:font-weight="bold"${index === 2 && own === size ? ' fo:font-style="italic"' : ''}`,
    ),
  )
  const text = `style:font-name="${font}" fo:font-size="${size}pt"`
  const small = `style:font-name="${font}" fo:font-size="${size - 1}pt"`
  const justified = columns === 2 ? ' fo:text-align="justify"' : ''
  return [
    ...heading,
    paragraph('Body', `fo:margin-bottom="6pt"${justified}`, text),
    paragraph('Item', 'fo:margin-bottom="2pt"', text),
    paragraph('Note', '', small),
    paragraph('Running', '', `style:font-name="${headingFont}" fo:font-size="8pt"`),
    paragraph('Code', '', `style:font-name="DejaVu Sans Mono" fo:font-size="8.5pt"`),
    `<style:style style:name="Pair" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="4pt"><style:tab-stops><style:tab-stop style:position="6cm"/></style:tab-stops></style:paragraph-properties><style:text-properties ${text}/></style:style>`,
    paragraph('Cell', '', small),
    paragraph('CellRight', 'fo:text-align="end"', small),
    paragraph('Strong', '', `${small} fo:font-weight="bold"`),
    paragraph('StrongRight', 'fo:text-align="end"', `${small} fo:font-weight="bold"`),
  ].join('\n')
}

const paragraph = (name: string, layout: string, text: string): string =>
  `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties ${layout}/><style:text-properties ${text}/></style:style>`

const spans = [
  ['Bold', 'fo:font-weight="bold"'],
  ['Label', 'fo:font-weight="bold"'],
  ['Italic', 'fo:font-style="italic"'],
  ['Mono', 'style:font-name="DejaVu Sans Mono"'],
]
  .map(
    ([name, text]) =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties ${text}/></style:style>`,
  )
  .join('')

const levels = [1, 2, 3]
const listLayout = (level: number): string =>
  `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="${(level * 0.9).toFixed(1)}cm"/></style:list-level-properties>`
const lists = `<text:list-style style:name="Bullets">${levels
  .map(
    (level) =>
      `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${['•', '–', '▪'][level - 1]}">${listLayout(level)}<style:text-properties style:font-name="OpenSymbol"/></text:list-level-style-bullet>`,
  )
  .join('')}</text:list-style>
<text:list-style style:name="Numbers">${levels
  .map(
    (level) =>
      `<text:list-level-style-number text:level="${level}" style:num-format="1" style:num-suffix=".">${listLayout(level)}</text:list-level-style-number>`,
  )
  .join('')}</text:list-style>`

const thin = '0.5pt solid #333333'
const thick = '1pt solid #000000'

const cells = ({ tableRules, hasZebra, isCentredVertically }: OfficeStyle): string => {
  const borders: Readonly<Record<OfficeStyle['tableRules'], (place: string) => string>> = {
    grid: () => `fo:border="${thin}"`,
    header: (place) => `fo:border="none"${place === 'Head' ? ` fo:border-bottom="${thick}"` : ''}`,
    rows: (place) => `fo:border="none" fo:border-bottom="${place === 'Head' ? thick : thin}"`,
    none: () => 'fo:border="none"',
  }
  const places = ['Head', 'Even', 'Odd', 'Last'].map((place) => {
    const fill = hasZebra && (place === 'Head' || place === 'Even') ? ` fo:background-color="#e8eef4"` : ''
    const align = isCentredVertically ? ' style:vertical-align="middle"' : ''
    return `<style:style style:name="${place}" style:family="table-cell"><style:table-cell-properties fo:padding="0.1cm" ${borders[tableRules](place)}${fill}${align}/></style:style>`
  })
  const widths = Array.from(
    { length: 48 },
    (_, index) =>
      `<style:style style:name="W${index + 1}" style:family="table-column"><style:table-column-properties style:rel-column-width="${index + 1}*"/></style:style>`,
  )
  return `<style:style style:name="Table" style:family="table"><style:table-properties style:rel-width="100%" table:align="margins" fo:margin-bottom="0.2cm"/></style:style>${places.join('')}${widths.join('')}`
}
