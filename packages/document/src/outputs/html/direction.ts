/** The first letter that has a direction decides, as readers of plain text do (UAX #9, rule P2). */
const rightToLeft =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** The attribute of an element whose text runs from right to left. */
export const direction = (text: string): string => (rightToLeft.test(text) ? ' dir="rtl"' : '')
