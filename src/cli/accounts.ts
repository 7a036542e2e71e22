import type { Command } from 'commander'
import { withOperator } from './connect.ts'
import { jsonOption, type JsonOption } from './options.ts'
import { print, readableTime, tableOr } from './output.ts'

export const addAccountCommands = (program: Command, environment: NodeJS.ProcessEnv): void => {
  const accounts = program.command('accounts').description('the owners of jobs')

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
}
