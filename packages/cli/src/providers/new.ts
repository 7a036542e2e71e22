import { relative } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Invocation } from '../invocation.ts'
import { notify } from '../output.ts'

const providerName = (text: string): string => {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text) || text.length > 50)
    throw new InvalidArgumentError(
      'It must be words of small letters and digits with hyphens between them, as in `my-parser`.',
    )
  return text
}

export const addNewCommand = (providers: Command, invocation: Invocation): void => {
  providers
    .command('new')
    .description('write a provider of your own to start from, with a fake of its parser and tests, into a folder NAME')
    .argument('<name>', 'the id of the provider', providerName)
    .action(async (name: string) => {
      const { writeTemplate } = await import('./template.ts')
      const folder = relative(process.cwd(), await writeTemplate(name, process.cwd()))
      invocation.stdout.write(`${folder}\n`)
      notify(
        invocation,
        `Written. Its README.md says what to do next: install Polyparse beside it, and run \`npm test\` in ${folder}.`,
      )
    })
}
