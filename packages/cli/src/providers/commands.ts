import type { Command } from 'commander'
import type { Invocation } from '../invocation.ts'
import { addCheckCommand } from './check.ts'
import { addListCommand } from './list.ts'
import { addNewCommand } from './new.ts'

export const addProviderCommands = (program: Command, invocation: Invocation): void => {
  const providers = program.command('providers').alias('provider').description('look after the providers')
  addListCommand(providers, invocation)
  addCheckCommand(providers, invocation)
  addNewCommand(providers, invocation)
}
