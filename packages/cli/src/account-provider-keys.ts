import type { AdminProviderKey } from '@polyparse/contract/admin'
import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, nameOption, type JsonOption } from './options.ts'
import { notify, print, readableTime, tableOr } from './output.ts'
import { readSecret } from './read-secret.ts'

/** `polyparse accounts provider-keys`: what accounts have instead of the operator's keys for vendors. */
export const addProviderKeyCommands = (accounts: Command, invocation: Invocation): void => {
  const keys = accounts
    .command('provider-keys')
    .description("manage accounts' own keys for vendors, which replace those of the operator")

  keys
    .command('list')
    .description('list the keys that accounts have of their own, of which only the last characters are shown')
    .option('--account <name>', 'only those of this account', nameOption)
    .option(...jsonOption)
    .action(async ({ account, json }: { account?: string } & JsonOption) => {
      const { providerKeys } = await withOperator(invocation, (operator) =>
        operator.listProviderKeys(account === undefined ? {} : { account }),
      )
      print(invocation, { providerKeys }, { json }, () =>
        tableOr(
          'No account has a key of its own.',
          ['ACCOUNT', 'PROVIDER', 'KEY', 'SET'],
          providerKeys.map((key) => [key.account, key.provider, maskProviderKey(key), readableTime(key.createdAt)]),
        ),
      )
    })

  keys
    .command('set')
    .description("set or replace an account's own key for a vendor; its documents are then sent with that one alone")
    .argument('<account>', 'the name of the account', nameOption)
    .argument('<provider>', 'the id of the provider')
    .option(...jsonOption)
    .addHelpText('after', providerKeysHelp)
    .action(async (account: string, provider: string, { json }: JsonOption) => {
      const key = await readSecret(invocation, `Key of ${account} for ${provider}: `)
      const set = await withOperator(invocation, (operator) => operator.setProviderKey({ account, provider, key }))
      if (set === null) throw new CliError(`There is no account named ${account}.`)
      if (!json) notify(invocation, `Documents of ${account} are sent to ${provider} with this key from now on.`)
      print(invocation, set, { json }, () => maskProviderKey(set))
    })

  keys
    .command('remove')
    .description("remove an account's own key for a vendor; what it works on with that key fails")
    .argument('<account>', 'the name of the account', nameOption)
    .argument('<provider>', 'the id of the provider')
    .option(...jsonOption)
    .action(async (account: string, provider: string, { json }: JsonOption) => {
      const removed = await withOperator(invocation, (operator) => operator.removeProviderKey({ account, provider }))
      if (removed === null) throw new CliError(`${account} has no key of its own for ${provider}.`)
      if (!json)
        notify(invocation, `Documents of ${account} are sent to ${provider} with the key of the operator again.`)
      print(invocation, removed, { json }, () => maskProviderKey(removed))
    })
}

const maskProviderKey = ({ ending }: AdminProviderKey): string => `…${ending}`

const providerKeysHelp = `
The key is asked for, or read from standard input. The service encrypts it, and needs POLYPARSE_ENCRYPTION_KEYS for that.

  polyparse accounts provider-keys set acme llamaparse < key.txt`
