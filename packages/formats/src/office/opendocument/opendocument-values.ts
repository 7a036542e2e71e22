import type { XmlElement } from '../../xml/element.ts'
import { generalNumber } from '../spreadsheet/general-number.ts'

/**
 * The value of a cell whose text is not in the file, as of programs that leave it to the reader to show it: plain, in no format
 * (OpenDocument 1.3, 19.385); '' where it has none.
 */
export const plainOpenDocumentValue = ({ attributes }: XmlElement): string => {
  const number = Number(attributes['office:value'] ?? Number.NaN)
  if (attributes['office:value-type'] === 'percentage' && !Number.isNaN(number))
    return `${generalNumber(number * 100)}%`
  if (!Number.isNaN(number)) return `${generalNumber(number)} ${attributes['office:currency'] ?? ''}`.trim()
  const { 'office:boolean-value': truth, 'office:date-value': date, 'office:time-value': time } = attributes
  if (truth !== undefined) return truth === 'true' ? 'TRUE' : 'FALSE'
  if (date !== undefined) return date.replace('T', ' ')
  return time === undefined ? (attributes['office:string-value'] ?? '') : clockTime(time)
}

/** A duration in hours, minutes and seconds as it is on a clock; any other as it is. */
const clockTime = (duration: string): string => {
  const [, hours, minutes = '', seconds = ''] =
    /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d{1,9})?S$/.exec(duration) ?? []
  return hours === undefined ? duration : `${Number(hours)}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`
}

/** The formula of a cell without a value, as a sheet shows it, without the name of its language; '' where it has none. */
export const openDocumentFormula = ({ attributes }: XmlElement): string =>
  (attributes['table:formula'] ?? '').replace(/^[a-z]{1,10}:(?==)/i, '').trim()
