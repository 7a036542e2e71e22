import { itemAt } from '@polyparse/document/items'
import { maxLevel } from '../../flow/writer.ts'
import { addOrgInline, type OrgReader } from './org-context.ts'

/** A heading, without its state and priority, and what belongs to a part that is not to be shown. */
export const orgHeading: OrgReader = (lines, at, place, context) => {
  const [, stars = '', rest = ''] = /^(\*+)\s+(.*)$/.exec(itemAt(lines, at)) ?? []
  if (stars === '') return null
  const tags = /\s:[\w@#%:]{1,200}:$/.exec(rest)?.[0] ?? ''
  const text = rest.slice(0, rest.length - tags.length)
  if (/^COMMENT\b/.test(text) || tags.includes(':noexport:')) {
    context.omitted += 1
    return endOfSection(lines, at + 1, stars.length)
  }
  const title = text.replace(/^(?:TODO|DONE|NEXT|WAITING|CANCELLED)\s+/, '').replace(/^\[#[A-Z\d]\]\s+/, '')
  place.writer.flush()
  place.writer.name(title.trim().toLowerCase(), ...propertiesAt(lines, at + 1))
  place.writer.block({ type: 'heading', level: Math.min(stars.length, maxLevel) }, () =>
    addOrgInline(place, title, context),
  )
  return at + 1
}

/** The names that the properties below a heading give its section. */
const propertiesAt = (lines: readonly string[], from: number): string[] => {
  const names: string[] = []
  for (const line of lines.slice(from, from + maxNaming)) {
    const [, key = '', value = ''] = /^\s*:(CUSTOM_ID|ID|[A-Z_]{1,60}):\s*(.*)$/i.exec(line) ?? []
    if (key === '' && !/^\s*(?:SCHEDULED|DEADLINE|CLOSED):/.test(line)) break
    if (/^custom_id$/i.test(key)) names.push(`#${value.toLowerCase()}`)
    if (/^id$/i.test(key)) names.push(`id:${value.toLowerCase()}`)
  }
  return names
}
/** Lines below a heading in which its names are looked for. */
const maxNaming = 50

const endOfSection = (lines: readonly string[], from: number, level: number): number => {
  let end = from
  while (end < lines.length && !(/^\*+\s/.test(itemAt(lines, end)) && itemAt(lines, end).search(/[^*]/) <= level))
    end += 1
  return end
}

/** Properties of a section, and when it is planned for. */
export const drawer: OrgReader = (lines, at) => {
  const line = itemAt(lines, at).trim()
  if (/^(?:SCHEDULED|DEADLINE|CLOSED):\s*[<[]/.test(line)) return at + 1
  if (!/^:(?:PROPERTIES|LOGBOOK|[A-Z]{2,30}):$/.test(line)) return null
  for (let end = at + 1; end < lines.length && end < at + maxDrawer; end += 1)
    if (/^\s*:END:$/i.test(itemAt(lines, end))) return end + 1
  return null
}
/** Lines of a drawer. */
const maxDrawer = 500

export const comment: OrgReader = (lines, at) => (/^\s*#(?:\s|$)/.test(itemAt(lines, at)) ? at + 1 : null)

export const keyword: OrgReader = (lines, at, { writer }, context) => {
  const [, name = '', value = ''] = /^\s*#\+(\w[\w-]{0,60})(?:\[[^\]]{0,200}\])?:\s*(.*)$/.exec(itemAt(lines, at)) ?? []
  if (name === '') return null
  const key = name.toLowerCase()
  if (key === 'caption') context.caption = value
  else if (key === 'name') writer.name(value.toLowerCase())
  else if (key === 'include') context.outside.files.push(value.replace(/^"([^"]*)".*$/, '$1'))
  else context.keywords.set(key, [context.keywords.get(key), value].filter(Boolean).join(' '))
  return at + 1
}
