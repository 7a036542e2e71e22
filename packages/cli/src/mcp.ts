import type { Command } from 'commander'
import { interruptible } from './interruption.ts'
import { urlOption } from './documents/options.ts'
import type { Invocation } from './invocation.ts'
import { openService } from './service/open-service.ts'

/** `polyparse mcp`: the Model Context Protocol on standard input and output, for programs on this machine. */
export const addMcpCommand = (program: Command, invocation: Invocation): void => {
  program
    .command('mcp')
    .description('let a model parse and read documents, by the Model Context Protocol on standard input and output')
    .option('--url <url>', 'the service to use; default: the one that runs here, or a temporary one', urlOption)
    .option(
      '--root <folder>',
      'a folder whose files may be read, repeatable; default: the working directory',
      (folder: string, before: readonly string[] | undefined) => [...(before ?? []), folder],
    )
    .action(async ({ url, root = [process.cwd()] }: { url?: string; root?: readonly string[] }) => {
      await interruptible(invocation, async (signal) => {
        await using access = await openService(invocation, { url, quiet: true })
        // Imported lazily: the help need not load the protocol.
        const { serveMcp } = await import('@polyparse/service/mcp')
        await serveMcp(invocation, access, { roots: root, signal })
      })
    })
}
