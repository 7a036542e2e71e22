/** A claim that an identity provider makes about a person, and the value that it must have. */
export type ClaimRule = { readonly claim: string; readonly value: string }

/** A rule with an account, to which everybody who meets the rule belongs. */
export type AccountRule = ClaimRule & { readonly account: string }

/**
 * `claim=value`, separated by commas; null if the text is something else.
 * @example parseClaimRules('groups=staff') // [{ claim: 'groups', value: 'staff' }]
 */
export const parseClaimRules = (text: string): readonly ClaimRule[] | null =>
  allOrNull(text.split(',').map((part) => parseRule(part)))

/**
 * `claim=value=>account`, separated by commas; null if the text is something else.
 * @example parseAccountRules('groups=staff=>north') // [{ claim: 'groups', value: 'staff', account: 'north' }]
 */
export const parseAccountRules = (text: string): readonly AccountRule[] | null =>
  allOrNull(
    text.split(',').map((part) => {
      const [, condition = '', account = ''] = /^(.*)=>(.*)$/.exec(part) ?? []
      const rule = parseRule(condition)
      return rule === null || account.trim() === '' ? null : { ...rule, account: account.trim() }
    }),
  )

const parseRule = (text: string): ClaimRule | null => {
  const [, claim, value] = /^([^=\s]+)=([^=\s](?:.*\S)?)$/.exec(text.trim()) ?? []
  return claim === undefined || value === undefined || value.includes('=>') ? null : { claim, value }
}

const allOrNull = <Value>(values: readonly (Value | null)[]): readonly Value[] | null => {
  const known = values.filter((value) => value !== null)
  return known.length === values.length ? known : null
}

export type Claims = Readonly<Record<string, unknown>>

/**
 * Tells whether the claims meet the rule: the claim is the value, or a list that has it. An e-mail address counts only if the
 * provider has verified it, in any case; `*@example.com` means all of a domain.
 */
export const meets = (claims: Claims, { claim, value }: ClaimRule): boolean => {
  const given = [valueOfClaim(claims, claim)].flat()
  if (claim !== 'email') return given.includes(value)
  if (claims['email_verified'] !== true) return false
  const wanted = value.toLowerCase()
  return given.some((email) => {
    const address = String(email).toLowerCase()
    return address === wanted || (wanted.startsWith('*@') && address.endsWith(wanted.slice(1)))
  })
}

/** A claim by its name; where no claim has it, by its path, as in `realm_access.roles`. */
const valueOfClaim = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((inside, part) => (isClaimsObject(inside) ? inside[part] : undefined), claims)
}

const isClaimsObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
