import type { FlowBlock } from '../../flow/flow.ts'
import { labelledLines } from '../../flow/labelled.ts'
import { embeddedPicture } from '../../web/html/nodes.ts'
import { type ContentLine, partsOfValue, textOfValue } from './content-lines.ts'

const cardPropertyLabels: Readonly<Record<string, string>> = {
  NICKNAME: 'Nickname',
  ORG: 'Organization',
  TITLE: 'Title',
  ROLE: 'Role',
  TEL: 'Phone',
  EMAIL: 'Email',
  IMPP: 'Messaging',
  ADR: 'Address',
  URL: 'Website',
  BDAY: 'Birthday',
  ANNIVERSARY: 'Anniversary',
  GENDER: 'Gender',
  LANG: 'Language',
  TZ: 'Time zone',
  GEO: 'Place',
  RELATED: 'Related',
  MEMBER: 'Member',
  CATEGORIES: 'Categories',
  NOTE: 'Note',
}

/** The cards of a file, each with its name as a heading, its photo and its lines. */
export const cardBlocks = (lines: readonly ContentLine[]): FlowBlock[] => {
  const cards: ContentLine[][] = []
  for (const line of lines)
    if (line.name === 'BEGIN') cards.push([])
    else cards.at(-1)?.push(line)
  return cards.flatMap(blocksOfCard)
}

const blocksOfCard = (lines: readonly ContentLine[]): FlowBlock[] => {
  const called = (wanted: string): ContentLine | undefined => lines.find(({ name }) => name === wanted)
  const [family = '', given = ''] = (called('N')?.value ?? '').split(';').map(textOfValue)
  const name = textOfValue(called('FN')?.value ?? '') || `${given} ${family}`.trim()
  const told = Object.entries(cardPropertyLabels).flatMap(([property, label]) =>
    lines
      .filter((line) => line.name === property)
      .map((line): [string, string] => [
        label + typesOfCardProperty(line),
        partsOfValue(line.value)
          .join(', ')
          .replace(/^(?:tel|mailto):/i, ''),
      ]),
  )
  return [
    ...(name === '' ? [] : [{ type: 'heading' as const, level: 1, text: name.replaceAll(/\s+/g, ' ') }]),
    ...lines.filter((line) => line.name === 'PHOTO' || line.name === 'LOGO').flatMap(photo),
    ...labelledLines(told),
  ]
}

/** Returns what a number or an address is for, such as ` (work)`; technical kinds are left out. */
const typesOfCardProperty = ({ parameters }: ContentLine): string => {
  const kinds = (parameters['TYPE'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((kind) => /^(?:home|work|cell|fax|mobile|pager|main|school|other)$/.test(kind))
  return kinds.length === 0 ? '' : ` (${[...new Set(kinds)].join(', ')})`
}

const photo = ({ value, parameters }: ContentLine): FlowBlock[] => {
  const isBase64 = /^(?:b|base64)$/i.test(parameters['ENCODING'] ?? '') || /base64/i.test(parameters['TYPE'] ?? '')
  const picture = isBase64 ? { data: Buffer.from(value, 'base64') } : embeddedPicture(value)
  return picture === null ? [] : [{ type: 'picture', text: '', picture }]
}
