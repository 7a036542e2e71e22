import type { Command } from 'commander'
import type { Invocation } from '../invocation.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { formatTable, print } from '../output.ts'

export const addListCommand = (providers: Command, invocation: Invocation): void => {
  providers
    .command('list')
    .description('show all providers, where they come from, and the settings of those that are not part of Polyparse')
    .option(...jsonOption)
    .action(async ({ json }: JsonOption) => {
      // It loads the plugins.
      const { listProviders } = await import('@polyparse/service/providers')
      const { providers: listed, settings } = await listProviders(invocation.environment)
      print(invocation, { providers: listed, settings }, { json }, () =>
        [
          formatTable([
            ['PROVIDER', 'NAME', 'FROM', 'STATUS'],
            ...listed.map(({ id, name, from, enabled, missing }) => [
              id,
              name,
              from ?? 'Polyparse',
              enabled ? 'enabled' : missing === null ? 'off' : `needs ${missing}`,
            ]),
          ]),
          ...(settings.length === 0
            ? []
            : [
                formatTable([
                  ['SETTING', 'PROVIDER', 'IS SET', 'MUST BE', 'MEANING'],
                  ...settings.map(({ variable, provider, isSet, allowed, default: usual, help }) => [
                    variable,
                    provider,
                    isSet ? 'yes' : 'no',
                    usual === '' ? allowed : `${allowed}; ${usual} by default`,
                    help,
                  ]),
                ]),
              ]),
        ].join('\n\n'),
      )
    })
}
