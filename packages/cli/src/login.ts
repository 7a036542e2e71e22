import { createClient, PolyparseError, ProblemError } from '@polyparse/client'
import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { urlOption } from './documents/options.ts'
import { findService } from './find-service.ts'
import type { Invocation } from './invocation.ts'
import { notify } from './output.ts'
import { readSecret } from './read-secret.ts'
import { forgetLogin, storeLogin } from './service/stored-login.ts'

/** `polyparse login` and `logout`: the service that commands use where nothing else names one. */
export const addLoginCommands = (program: Command, invocation: Invocation): void => {
  program
    .command('login')
    .description('store the address of a service and your API key, for the commands of this user')
    .argument('[url]', 'where the service is', urlOption, 'http://localhost:3000')
    .addHelpText('after', loginHelp)
    .action(async (url: string) => {
      if (!(await findService(url))) throw new CliError(`No service answers at ${url}.`)
      const key = await readSecret(invocation, 'API key: ')
      if (key === '') throw new CliError('No key was given, so nothing was stored.')
      if (!possibleKeyPattern.test(key))
        throw new CliError('No key has such characters, so nothing was stored: copy it once more.')
      await requireValid(url, key)
      notify(invocation, `Stored in ${await storeLogin(invocation.environment, { url, key })}`)
    })
  program
    .command('logout')
    .description('remove what `polyparse login` has stored')
    .action(async () => {
      await forgetLogin(invocation.environment)
      notify(invocation, 'Removed. The key itself is still valid: `polyparse keys disable` ends it.')
    })
}

/** The characters that a header can have; keys have fewer. */
const possibleKeyPattern = /^[\x21-\x7e]+$/

const loginHelp = `
The key is asked for, or read from standard input. POLYPARSE_URL, POLYPARSE_API_KEY and --url come first.

  polyparse login https://parse.example.com`

const requireValid = async (url: string, apiKey: string): Promise<void> => {
  try {
    await createClient({ url, apiKey }).providers()
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401)
      throw new CliError('The service rejected the key.', { cause: error })
    // A key that may only send documents is a good key.
    if (error instanceof ProblemError && error.status === 403) return
    throw error instanceof PolyparseError ? new CliError(error.message, { cause: error }) : error
  }
}
