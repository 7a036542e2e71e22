import type { Command } from 'commander'
import { addCheckCommand } from './check.ts'
import { addListCommand } from './list.ts'
import { addNewCommand } from './new.ts'

export const addProviderCommands = (program: Command, environment: NodeJS.ProcessEnv): void => {
  const providers = program
    .command('providers')
    .alias('provider')
    .description('look after the providers: list, check, new')
  addListCommand(providers, environment)
  addCheckCommand(providers, environment)
  addNewCommand(providers)
}
