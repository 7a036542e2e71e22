import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import { jsonOption, nameOption, type JsonOption } from './options.ts'
import { print, readableTime, remark, tableOr } from './output.ts'

export const addAccountCommands = (program: Command, environment: NodeJS.ProcessEnv): void => {
  const accounts = program.command('accounts').description('the owners of jobs: list, webhook-secret')

  accounts
    .command('list')
    .description('all accounts')
    .option(...jsonOption)
    .action(async ({ json }: JsonOption) => {
      const list = await withOperator(environment, (operator) => operator.listAccounts())
      print({ accounts: list }, { json }, () =>
        tableOr(
          'There are no accounts.',
          ['ID', 'NAME', 'CREATED'],
          list.map(({ id, name, createdAt }) => [id, name, readableTime(createdAt)]),
        ),
      )
    })

  accounts
    .command('webhook-secret')
    .description('what the webhooks of an account are signed with; made when it is first asked for')
    .argument('<account>', 'the name of the account', nameOption)
    .option('--rotate', 'make a new one; the old one is signed with as well for another 24 hours')
    .option(...jsonOption)
    .action(async (account: string, { rotate = false, json }: { rotate?: boolean } & JsonOption) => {
      const secret = await withOperator(environment, (operator) => operator.webhookSecret({ account, rotate }))
      if (secret === null) throw new CliError(`There is no account with the name ${account}.`)
      if (secret.previousUntil !== null)
        remark(`The secret before it is signed with as well until ${secret.previousUntil}.`)
      print(secret, { json }, () => secret.secret)
    })
}
