import { childOf, elementsIn, type XmlElement } from '../../xml/element.ts'

/** The formats that need not be written down (ISO/IEC 29500-1, 18.8.30); dates that follow the reader's country as ISO 8601. */
const builtIn: Readonly<Record<string, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

/** The format code of each cell style, by its index. */
export const readNumberFormats = (root: XmlElement | undefined): readonly string[] => {
  const codes = new Map(
    elementsIn(childOf(root, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      attributes['numFmtId'] ?? '',
      attributes['formatCode'] ?? 'General',
    ]),
  )
  return elementsIn(childOf(root, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
    const id = attributes['numFmtId'] ?? '0'
    return codes.get(id) ?? builtIn[id] ?? 'General'
  })
}
