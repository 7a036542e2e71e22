import type { Character, CharacterLook } from '../../pdfium/character.ts'

/*
 * Marked content may say what its glyphs mean, and may say anything. It is believed where its glyphs cannot be read
 * themselves, or say the same.
 */

export type BelievedText = { readonly characters: readonly Character[]; readonly isChanged: boolean }

/** The characters as their marked content says, but as they are drawn where it contradicts that. */
export const believeActualText = (
  claimed: readonly Character[],
  drawn: readonly Character[],
  replaced: ReadonlySet<number>,
): BelievedText => {
  const claims = Map.groupBy(claimed, ({ look }) => look.object)
  const groups = groupsOfDrawn(drawn, replaced, (object) => claims.has(object))
  const lies = new Set(groups.filter((group) => !agrees(claims.get(group.object) ?? [], group.characters)))
  if (lies.size === 0) return { characters: claimed, isChanged: false }
  const groupAt = new Map(groups.map((group) => [group.characters[0], group]))
  const marked = createMarkedLooks(claims)
  const characters: Character[] = []
  for (const character of drawn) {
    const group = groupAt.get(character)
    if (group === undefined) {
      if (!replaced.has(character.look.object)) characters.push(character)
      continue
    }
    const shown = lies.has(group) ? group.characters : (claims.get(group.object) ?? [])
    for (const one of shown) characters.push({ ...one, look: marked(character.look, group.object) })
  }
  return { characters, isChanged: true }
}

/** The characters that are drawn for one claim, which the first object of the group has. */
type DrawnGroup = { readonly object: number; readonly characters: Character[] }

const groupsOfDrawn = (
  drawn: readonly Character[],
  replaced: ReadonlySet<number>,
  isClaimed: (object: number) => boolean,
): DrawnGroup[] => {
  const groups: DrawnGroup[] = []
  let last: number | null = null
  for (const character of drawn) {
    const { object } = character.look
    const isReplaced = replaced.has(object)
    const group = groups.at(-1)
    if (isReplaced && (last === null || group === undefined || (object !== last && isClaimed(object))))
      groups.push({ object, characters: [character] })
    else if (isReplaced) group?.characters.push(character)
    last = isReplaced ? object : null
  }
  return groups
}

/** The looks of what is drawn, with the marked content that was taken from them. */
const createMarkedLooks = (
  claims: ReadonlyMap<number, readonly Character[]>,
): ((look: CharacterLook, object: number) => CharacterLook) => {
  const looks = new Map<number, CharacterLook>()
  return (look, object) => {
    const known = looks.get(object) ?? { ...look, mark: claims.get(object)?.[0]?.look.mark ?? look.mark }
    looks.set(object, known)
    return known
  }
}

const agrees = (claimed: readonly Character[], drawn: readonly Character[]): boolean => {
  const [claim, text] = [coreOf(claimed), coreOf(drawn)]
  if (claim === text || !/[\p{L}\p{N}]/u.test(text)) return true
  const isUnreadable = drawn.some(({ glyph }) => glyph?.isUnmapped === true) || /[\p{Cc}\p{Co}\p{Cn}\uFFFD]/u.test(text)
  // Scripts whose letters join or change places are drawn in another order than they are read, and emoji of several glyphs.
  const isOfOtherScript = /[^\P{L}\p{Script=Latin}]|\p{Extended_Pictographic}/u.test(claim + text)
  // One glyph may be a ligature, or a letter that changes where a word is divided.
  const isOfOneGlyph = text.length === 1 && /^\p{L}{1,3}$/u.test(claim) && !/\p{N}/u.test(text)
  return isUnreadable || isOfOtherScript || isOfOneGlyph
}

/** The letters, figures and signs of a text, without what may be drawn or said in several ways. */
const coreOf = (characters: readonly Character[]): string =>
  characters
    .map(({ text }) => text)
    .join('')
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}\p{Pd}\p{Pi}\p{Pf}'"]/gu, '')
    .toLowerCase()
