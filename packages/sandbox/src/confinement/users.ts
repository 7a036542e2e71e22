/**
 * Users for engine processes, each for one process at a time: neither regular users nor those that system managers
 * assign are here, and every container has them (https://systemd.io/UIDS-GIDS/).
 */
const [first, last] = [60_578, 61_183]
const held = new Set<number>()

/** Another service on this machine begins elsewhere. */
let next = first + ((process.pid * 32) % (last - first + 1))

/** One that no process of this service runs as, until it is given back. */
export const takeUser = (): number => {
  for (let tried = first; tried <= last; tried++) {
    const user = next
    next = user === last ? first : user + 1
    if (held.has(user)) continue
    held.add(user)
    return user
  }
  throw new RangeError(`all of the ${held.size} users for engine processes are taken`)
}

export const giveBackUser = (user: number): void => {
  held.delete(user)
}
