import { type Scope, scopes } from '@polyparse/contract'
import { type AdminKey, graceSeconds, type IssuedKey, keyLimits } from '@polyparse/contract/admin'
import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import type { Invocation } from './invocation.ts'
import {
  idArgument,
  jsonOption,
  nameOption,
  scopesOption,
  timeOption,
  wholeNumberOption,
  type JsonOption,
} from './options.ts'
import { print, readableTime, notify, tableOr } from './output.ts'

export const addKeyCommands = (program: Command, invocation: Invocation): void => {
  const keys = program.command('keys').description('manage API keys')

  keys
    .command('create')
    .description('create a key, and its account if that is new; the key is shown only once')
    .requiredOption('--account <name>', 'the account that the key belongs to', nameOption)
    .option('--name <name>', 'a name for the key', nameOption)
    .option('--expires <time>', 'when the key expires, as an ISO 8601 date or time', timeOption)
    .option(
      '--scope <scope>',
      `what the key may be used for, given once for each: ${scopes.join(', ')} (default: everything)`,
      scopesOption,
    )
    .option(
      '--requests-per-minute <number>',
      'how many requests it may send in a minute (default: as all keys)',
      wholeNumberOption(keyLimits.requestsPerMinute.minimum, keyLimits.requestsPerMinute.maximum),
    )
    .option(
      '--pages-per-day <number>',
      'how many pages may be read for its jobs in a day, in UTC (default: any number)',
      wholeNumberOption(keyLimits.pagesPerDay.minimum, keyLimits.pagesPerDay.maximum),
    )
    .option(...jsonOption)
    .action(async ({ account, name, expires, scope, requestsPerMinute, pagesPerDay, json }: CreateOptions) => {
      const issued = await withOperator(
        invocation,
        (operator) =>
          operator.createKey({
            account,
            ...(name !== undefined && { name }),
            expiresAt: expires ?? null,
            scopes: scope === undefined ? null : [...scope],
            requestsPerMinute: requestsPerMinute ?? null,
            pagesPerDay: pagesPerDay ?? null,
          }),
        // Keys may be made before the first start, as when a fleet is set up.
        { makesData: true },
      )
      printIssued(invocation, issued, { json })
    })

  keys
    .command('list')
    .description('list all keys, or those of one account')
    .option('--account <name>', 'only the keys of this account', nameOption)
    .option(...jsonOption)
    .action(async ({ account, json }: { account?: string } & JsonOption) => {
      const { keys: list } = await withOperator(invocation, (operator) =>
        operator.listKeys(account === undefined ? {} : { account }),
      )
      print(invocation, { keys: list }, { json }, () =>
        tableOr('There are no keys.', keyTableHeadings, list.map(rowOfAdminKey)),
      )
    })

  keys
    .command('disable')
    .description('disable a key, from the next request on')
    .argument('<id>', 'the id of the key', idArgument)
    .option(...jsonOption)
    .action(async (id: string, { json }: JsonOption) => {
      const key = await withOperator(invocation, (operator) => operator.disableKey({ id }))
      print(invocation, requireAdminKey(key, id), { json }, () => `The key ${id} is disabled.`)
    })

  keys
    .command('enable')
    .description('re-enable a disabled key, from the next request on')
    .argument('<id>', 'the id of the key', idArgument)
    .option(...jsonOption)
    .action(async (id: string, { json }: JsonOption) => {
      const key = await withOperator(invocation, (operator) => operator.enableKey({ id }))
      print(invocation, requireAdminKey(key, id), { json }, () => `The key ${id} is enabled.`)
    })

  keys
    .command('rotate')
    .description('replace a valid key with a new one; the old key stays valid for a grace period')
    .argument('<id>', 'the id of the old key', idArgument)
    .option(
      '--grace-seconds <number>',
      `how long the old key stays valid (default: ${graceSeconds.default})`,
      wholeNumberOption(0, graceSeconds.maximum),
    )
    .option('--expires <time>', 'when the new key expires (default: when the old one would have)', timeOption)
    .option(...jsonOption)
    .action(async (id: string, { graceSeconds, expires, json }: RotateOptions) => {
      const issued = await withOperator(invocation, (operator) =>
        operator.rotateKey({
          id,
          ...(graceSeconds !== undefined && { graceSeconds }),
          ...(expires !== undefined && { expiresAt: expires }),
        }),
      )
      printIssued(invocation, requireAdminKey(issued, id), { json })
    })
}

type CreateOptions = {
  account: string
  name?: string
  expires?: string
  scope?: readonly Scope[]
  requestsPerMinute?: number
  pagesPerDay?: number
} & JsonOption
type RotateOptions = { graceSeconds?: number; expires?: string } & JsonOption

const printIssued = (invocation: Invocation, issued: IssuedKey, { json = false }: JsonOption): void => {
  const expiry = issued.expiresAt === null ? 'It does not expire.' : `It expires at ${issued.expiresAt}.`
  notify(
    invocation,
    `Created a key for the account "${issued.account}", with the id ${issued.id}. ${expiry} It is shown only once:`,
  )
  print(invocation, issued, { json }, () => issued.key)
}

const requireAdminKey = <Value>(value: Value | null, id: string): Value => {
  if (value === null) throw new CliError(`There is no key with the id ${id}.`)
  return value
}

const keyTableHeadings = [
  'ID',
  'ACCOUNT',
  'NAME',
  'KEY',
  'STATE',
  'CREATED',
  'EXPIRES',
  'LAST USED',
  'SCOPES',
  'LIMITS',
]

const rowOfAdminKey = (key: AdminKey): string[] => [
  key.id,
  key.account,
  key.name,
  `${key.prefix}…`,
  describeKeyState(key),
  readableTime(key.createdAt),
  readableTime(key.expiresAt),
  readableTime(key.lastUsedAt),
  key.scopes?.join(' ') ?? 'all',
  formatKeyLimits(key),
]

const formatKeyLimits = ({ requestsPerMinute, pagesPerDay }: AdminKey): string =>
  [
    ...(requestsPerMinute === null ? [] : [`${requestsPerMinute} requests/min`]),
    ...(pagesPerDay === null ? [] : [`${pagesPerDay} pages/day`]),
  ].join(', ')

const describeKeyState = ({ disabledAt, expiresAt }: AdminKey): string => {
  if (disabledAt !== null) return 'disabled'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid'
}
