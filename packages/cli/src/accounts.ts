import { type JudgementKeeping, judgementKeepings } from '@polyparse/contract'
import { Argument, type Command } from 'commander'
import { addProviderKeyCommands } from './account-provider-keys.ts'
import { CliError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, nameOption, type JsonOption } from './options.ts'
import { print, readableTime, notify, tableOr } from './output.ts'

export const addAccountCommands = (program: Command, invocation: Invocation): void => {
  const accounts = program.command('accounts').description('manage accounts, the owners of jobs')

  accounts
    .command('list')
    .description('list all accounts')
    .option(...jsonOption)
    .action(async ({ json }: JsonOption) => {
      const { accounts: list } = await withOperator(invocation, (operator) => operator.listAccounts({}))
      print(invocation, { accounts: list }, { json }, () =>
        tableOr(
          'There are no accounts.',
          ['ID', 'NAME', 'CREATED', 'JUDGEMENTS'],
          list.map(({ id, name, createdAt, judgements }) => [id, name, readableTime(createdAt), judgements]),
        ),
      )
    })

  accounts
    .command('sign-in-link')
    .description('create a link that signs one browser in to the web app, once')
    .argument('[account]', 'the name of the account', nameOption, 'default')
    .option('--operator', 'the browser also gets the administration')
    .option(...jsonOption)
    .action(async (account: string, { operator: isOperator = false, json }: { operator?: boolean } & JsonOption) => {
      const role = isOperator ? 'operator' : 'member'
      const link = await withOperator(invocation, (operator) => operator.createSignInLink({ account, role }))
      if (link === null) throw new CliError(`There is no account named ${account}.`)
      notify(invocation, `It works once, until ${link.expiresAt}:`)
      print(invocation, link, { json }, () => link.url)
    })

  accounts
    .command('judgements')
    .description('say whether an account keeps what people say about the disputes of its comparisons')
    .argument('<account>', 'the name of the account', nameOption)
    .addArgument(
      new Argument(
        '<keeping>',
        'off (in the browser alone), with_result (for as long as the result) or kept (until the job is erased)',
      ).choices(judgementKeepings),
    )
    .option(...jsonOption)
    .action(async (account: string, judgements: JudgementKeeping, { json }: JsonOption) => {
      const changed = await withOperator(invocation, (operator) => operator.keepJudgements({ account, judgements }))
      if (changed === null) throw new CliError(`There is no account named ${account}.`)
      print(invocation, changed, { json }, () => `Judgements of the account ${account}: ${judgements}.`)
    })

  accounts
    .command('webhook-secret')
    .description('show the secret that signs the webhooks of an account; it is created on first use')
    .argument('<account>', 'the name of the account', nameOption)
    .option('--rotate', 'create a new secret; webhooks are also signed with the old one for another 24 hours')
    .option(...jsonOption)
    .action(async (account: string, { rotate = false, json }: { rotate?: boolean } & JsonOption) => {
      const secret = await withOperator(invocation, (operator) => operator.webhookSecret({ account, rotate }))
      if (secret === null) throw new CliError(`There is no account named ${account}.`)
      if (secret.previousUntil !== null)
        notify(invocation, `Webhooks are also signed with the previous secret until ${secret.previousUntil}.`)
      print(invocation, secret, { json }, () => secret.secret)
    })

  addProviderKeyCommands(accounts, invocation)
}
