import { firstOf } from '@polyparse/document/items'
import { withoutControls } from '@polyparse/engine'

/** A line of a calendar or a card: its name in capitals, its parameters by their names in capitals, and its raw value. */
export type ContentLine = {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
}

/**
 * The lines of a calendar (RFC 5545, 3.1) or a card (RFC 6350, 3.2), unfolded; what has no name is passed over.
 * @example contentLines('SUMMARY:Dentist') // [{ name: 'SUMMARY', parameters: {}, value: 'Dentist' }]
 */
export const contentLines = (source: string): ContentLine[] => unfolded(source).flatMap(parseContentLine)

/** Lines go on in lines that begin with a blank; in quoted-printable, as in vCard 2.1, after a `=` at their ends. */
const unfolded = (source: string): string[] => {
  const lines: { readonly pieces: string[]; readonly isQuoted: boolean }[] = []
  for (const text of source.split(/\r\n?|\n/)) {
    const open = lines.at(-1)
    const last = open?.pieces.at(-1) ?? ''
    if (open?.isQuoted === true && last.endsWith('=')) open.pieces.splice(-1, 1, last.slice(0, -1), text)
    else if (open !== undefined && /^[ \t]/.test(text)) open.pieces.push(text.slice(1))
    else lines.push({ pieces: [text], isQuoted: /QUOTED-PRINTABLE/i.test(firstOf(text.split(':', 1))) })
  }
  return lines.map(({ pieces }) => pieces.join(''))
}

const line = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^:;"]|"[^"]*")*)*):(.*)$/s

const parseContentLine = (text: string): ContentLine[] => {
  const [, name, rest = '', value = ''] = line.exec(text) ?? []
  if (name === undefined) return []
  const parameters: Record<string, string> = {}
  for (const [, key = '', given = ''] of rest.matchAll(/;([\w-]+)(?:=((?:[^;"]|"[^"]*")*))?/g)) {
    // A parameter without a value is a kind, as vCard 2.1 writes it.
    const [at, kind] = rest.includes('=') && given !== '' ? [key.toUpperCase(), given] : ['TYPE', key]
    const before = Object.hasOwn(parameters, at) ? `${parameters[at] ?? ''},` : ''
    parameters[at] = before + kind.replaceAll('"', '')
  }
  return [{ name: name.toUpperCase(), parameters, value: decodeQuotedPrintableValue(value, parameters) }]
}

const decodeQuotedPrintableValue = (
  value: string,
  { ENCODING: encoding = '', TYPE: type = '', CHARSET: charset }: Record<string, string>,
): string => {
  if (!/quoted-printable/i.test(`${encoding},${type}`)) return value
  const bytes = value.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return withoutControls(decodeContentLineBytes(Buffer.from(bytes, 'latin1'), charset ?? 'utf-8'))
}

const decodeContentLineBytes = (bytes: Uint8Array, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/**
 * A value as text: its escapes are replaced (RFC 5545, 3.3.11).
 * @example textOfValue('one\\, two\\nthree') // 'one, two\nthree'
 */
export const textOfValue = (value: string): string =>
  value.replaceAll(/\\([nN,;:\\])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped)).trim()

/**
 * The parts of a value between semicolons, without the empty ones.
 * @example partsOfValue('Doe;Jane;;') // ['Doe', 'Jane']
 */
export const partsOfValue = (value: string): string[] =>
  (value.match(/(?:\\.|[^;\\])+/gs) ?? []).map(textOfValue).filter((part) => part !== '')
