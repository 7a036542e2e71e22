import type { Command } from 'commander'

/** The commands that keep a process; the environment holds the settings. */
export const addServiceCommands = (program: Command, environment: NodeJS.ProcessEnv): void => {
  // The service is not loaded before it is asked for: the other commands do without it and all that it loads.
  program
    .command('serve')
    .description('start the service: the API, and a worker in the same process')
    .option('--no-worker', 'start the API alone; jobs wait for `polyparse worker`')
    .action(async ({ worker }: { worker: boolean }) => {
      const { serve } = await import('../main.ts')
      await serve(environment, { withWorker: worker })
    })

  program
    .command('worker')
    .description('start a worker without the API; any number of them share one PostgreSQL database')
    .action(async () => {
      const { work } = await import('../main.ts')
      await work(environment)
    })
}
