import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A CIDR range, as in `10.0.0.0/8`. */
export type AddressRange = readonly [address: Address, prefixLength: number]

/**
 * The addresses that may be connected to besides public ones: none, all, or those in some ranges. Public addresses are
 * those that the IANA registries leave to the open internet; an address with a special purpose there is not public.
 */
export type AddressPolicy = { readonly allow: 'none' | 'all' | readonly AddressRange[] }

/**
 * Reads `false`, `true`, or CIDR ranges separated by commas. The error is a sentence to follow the setting's name.
 * @example parseAddressPolicy('true') // { policy: { allow: 'all' } }
 */
export const parseAddressPolicy = (text: string): { policy: AddressPolicy } | { error: string } => {
  const given = text.trim()
  if (given === 'false') return { policy: { allow: 'none' } }
  if (given === 'true') return { policy: { allow: 'all' } }
  const ranges: AddressRange[] = []
  for (const member of given.split(',').map((part) => part.trim())) {
    const range = parseRange(member)
    if (range === null)
      return { error: `must be false, true, or CIDR ranges separated by commas; "${member}" is not a CIDR range` }
    ranges.push(range)
  }
  return { policy: { allow: ranges } }
}

/** Reads addresses and CIDR ranges, separated by commas; null where one is neither. */
export const parseAddressRanges = (text: string): readonly AddressRange[] | null => {
  const ranges = text.split(',').map((member) => {
    const given = member.trim()
    if (given.includes('/')) return parseRange(given)
    return parseRange(`${given}/${given.includes(':') ? 128 : 32}`)
  })
  return ranges.every((range) => range !== null) ? ranges : null
}

/** Tells whether an address lies in one of the ranges. */
export const isInRanges = (text: string, ranges: readonly AddressRange[]): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return ranges.some((range) => isAddressInRange(address, range))
}

const parseRange = (text: string): AddressRange | null => {
  const readable = text.includes(':')
    ? ipaddr.IPv6.isValidCIDR(text) && !text.includes('%')
    : ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
  return readable ? ipaddr.parseCIDR(text) : null
}

/**
 * Tells whether the policy allows connections to an address; a text that is not an address is never allowed.
 * @example isAddressAllowed('10.0.0.1', { allow: [] }) // false
 */
export const isAddressAllowed = (text: string, { allow }: AddressPolicy): boolean => {
  if (!ipaddr.isValid(text)) return false
  if (allow === 'all') return true
  const address = ipaddr.parse(text)
  return isPublic(address) || (allow !== 'none' && allow.some((range) => isAddressInRange(address, range)))
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * `unicast` is what the library calls an address without a special range; in IPv6 only 2000::/3 is assigned (RFC 4291).
 */
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))

/** An IPv4-mapped IPv6 address lies in a range of IPv4, too: the system connects it there. */
const isAddressInRange = (address: Address, [network, prefixLength]: AddressRange): boolean => {
  if (address.kind() === network.kind()) return address.match(network, prefixLength)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address().match(network, prefixLength)
    : false
}
