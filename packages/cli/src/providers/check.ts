import type { Command } from 'commander'
import { ReportedFailureError } from '../cli-error.ts'
import type { Invocation } from '../invocation.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { print, tableOr } from '../output.ts'

export const addCheckCommand = (providers: Command, invocation: Invocation): void => {
  providers
    .command('check')
    .description(
      'ask each enabled vendor whether key, address, version and quota are right, without a document; exits with 1 if not',
    )
    .option(...jsonOption)
    .action(async ({ json }: JsonOption) => {
      // It loads the adapters of all enabled vendors.
      const { checkProviders } = await import('@polyparse/service/providers')
      const checked = await checkProviders(invocation.environment)
      const healthy = checked.every(({ problem }) => problem === null)
      print(invocation, { healthy, providers: checked }, { json }, () =>
        tableOr(
          'No vendor is enabled.',
          ['PROVIDER', 'VENDOR', 'STATUS', 'WHAT IT SAYS'],
          checked.map(({ provider, name, problem, says }) => [
            provider,
            name,
            problem === null ? 'ok' : 'wrong',
            problem ?? says ?? '-',
          ]),
        ),
      )
      if (!healthy) throw new ReportedFailureError('something is not healthy')
    })
}
