import type { Command } from 'commander'

export const addServeCommand = (program: Command, environment: NodeJS.ProcessEnv): void => {
  program
    .command('serve')
    .description('start the service; the environment holds its settings')
    .action(async () => {
      // Not before it is asked for: the other commands do without the service and all that it loads.
      const { serve } = await import('../main.ts')
      await serve(environment)
    })
}
