import { after } from 'node:test'
import type { Document } from '@polyparse/document'
import type { ParseRequest, RemoteProvider } from '../src/provider.ts'
import type { VendorAccess, VendorAdapter } from '../src/vendor.ts'
import { requestFor, type Sample } from '../src/testing/exercise-provider.ts'
import { exerciseVendor as exercise } from '../src/testing/exercise-vendor.ts'
import { askProvider } from '../src/testing/ask-provider.ts'
import { suiteSandbox } from '../src/testing/suite-sandbox.ts'
import type { FakeVendor, Step } from './support/fake.ts'
import { vendorAt } from './support/open-vendor.ts'
import { samplePdf } from './support/sample.ts'

export const never = new AbortController().signal

export const pdf = (bytes: Uint8Array): Sample => ({ mediaType: 'application/pdf', bytes })

export type VendorTest = {
  readonly adapter: VendorAdapter
  readonly key: string
  readonly open: () => Promise<FakeVendor>
  /** The steps that the vendor has, in the order in which they are taken. */
  readonly steps: readonly Step[]
  /** Further settings that it needs, for a fake at this URL. */
  readonly access?: (url: string) => Partial<VendorAccess>
}

type Opened<Fake> = {
  readonly fake: Fake
  readonly provider: RemoteProvider
  /** Reads the sample document with the provider. */
  readonly read: (asked?: Partial<ParseRequest>) => Promise<Document>
}

/**
 * For the tests of one vendor, inside their `describe`: opens a fake that plays a script, and the provider over it. The
 * fake is closed after the test.
 */
export const vendorOpener = <Script, Fake extends FakeVendor>(
  adapter: VendorAdapter,
  key: string,
  openFake: (script?: Script) => Promise<Fake>,
  usual: (url: string) => Partial<VendorAccess> = () => ({}),
): ((script?: Script, options?: Partial<VendorAccess> & { path?: string }) => Promise<Opened<Fake>>) => {
  const sandbox = suiteSandbox()
  return async (script, { path = '', ...access } = {}) => {
    const fake = await openFake(script)
    after(() => fake.close())
    const provider = vendorAt(adapter, `${fake.url}${path}`, { key, sandbox, ...usual(fake.url), ...access })
    const read = async (asked: Partial<ParseRequest> = {}) => reading(provider, pdf(await samplePdf()), asked)
    return { fake, provider, read }
  }
}

/** What holds for every vendor, over its fake. */
export const exerciseVendor = ({ adapter, key, open, steps, access }: VendorTest): void =>
  exercise({
    name: adapter.declaration.name,
    key,
    openFake: open,
    openProvider: (url, given) => vendorAt(adapter, url, { ...access?.(url), ...given }),
    steps,
  })

/** What an adapter makes of a sample over a fake, with the fake. */
export const reading = (
  provider: RemoteProvider,
  sample: Sample,
  asked: Partial<ParseRequest> = {},
): ReturnType<typeof askProvider> => askProvider(provider, { ...requestFor(sample, provider), ...asked }, never)
