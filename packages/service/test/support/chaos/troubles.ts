import { setTimeout } from 'node:timers/promises'
import type { PostgresServer } from '../postgres-server.ts'
import type { RemoteVendor, Trouble, VendorStep } from '../remote-vendor.ts'
import type { S3Server } from '../s3-server.ts'
import type { TcpProxy } from '../tcp-proxy.ts'
import type { Fleet } from './fleet.ts'
import type { Random } from './random.ts'

type Scene = {
  readonly fleet: Fleet
  readonly postgres: PostgresServer
  /** On the way from the fleet to the database. */
  readonly proxy: TcpProxy
  readonly s3: S3Server
  readonly vendor: RemoteVendor
}

/** What can go wrong, by name; each resolves when it is over. */
const troublesOf = ({ fleet, postgres, proxy, s3, vendor }: Scene, random: Random) => {
  const anyMember = () => random.oneOf(fleet.members)
  const anyWorker = () => random.oneOf(fleet.workers)
  let bucketIsBusy = false
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (bucketIsBusy) return
    bucketIsBusy = true
    await work().finally(() => (bucketIsBusy = false))
  }
  const troubles: readonly [Named, ...Named[]] = [
    ['kill', async () => anyMember().kill()],
    ['kill a worker', async () => anyWorker().kill()],
    ['stop', async () => anyMember().end('SIGTERM')],
    ['sleep until the lease has lapsed', () => anyWorker().sleep(random.between(11_000, 16_000))],
    ['sleep', () => anyMember().sleep(random.between(500, 6000))],
    ['crash the database', () => postgres.restart('immediate')],
    ['restart the database', () => postgres.restart('fast')],
    ['connections to the database go dead unnoticed', async () => proxy.freeze()],
    [
      'cut the bucket off',
      () =>
        alone(async () => {
          await s3.kill()
          await setTimeout(random.between(500, 5000))
          await s3.restart()
        }),
    ],
    [
      'the bucket hangs',
      () =>
        alone(async () => {
          s3.hang(true)
          await setTimeout(random.between(1000, 8000))
          s3.hang(false)
        }),
    ],
    [
      'the bucket is full',
      () =>
        alone(async () => {
          s3.fill(true)
          await setTimeout(random.between(500, 4000))
          s3.fill(false)
        }),
    ],
    ['the vendor stumbles', async () => vendor.meet(random.oneOf<VendorStep>(steps), random.oneOf<Trouble>(stumbles))],
  ]
  return troubles
}

type Named = readonly [name: string, make: () => Promise<void>]

const steps = ['submit', 'poll', 'fetch', 'forget'] as const satisfies VendorStep[]
const stumbles = [
  'reset-early',
  'reset-before',
  'reset-after',
  'malformed',
  'stall-after',
  { status: 500 },
  { status: 429, headers: { 'retry-after': '1' } },
] as const satisfies Trouble[]

/**
 * Makes all kinds of trouble, two at a time with short pauses, until the time is up; then everything works again. Before
 * that the bucket may hang for long.
 */
export const makeTrouble = async (
  scene: Scene,
  {
    random,
    until,
    bucketHangsMs,
    count,
  }: { random: Random; until: number; bucketHangsMs: number; count: (what: string) => void },
): Promise<void> => {
  if (bucketHangsMs > 0) {
    count('the bucket hangs for long')
    scene.s3.hang(true)
    await setTimeout(bucketHangsMs)
    scene.s3.hang(false)
  }
  const troubles = troublesOf(scene, random)
  const go = async () => {
    for (;;) {
      await setTimeout(random.between(500, 3500))
      if (Date.now() >= until) return
      const [name, make] = random.oneOf(troubles)
      count(name)
      await make()
    }
  }
  await Promise.all([go(), go()])
  scene.vendor.recover()
}
