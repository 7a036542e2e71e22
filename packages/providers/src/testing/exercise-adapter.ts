import { exerciseVendor, type VendorTest } from './exercise-vendor.ts'
import { openAdapter } from './open-adapter.ts'

/** An adapter of a module, and a fake of the vendor that it asks. */
export type AdapterTest = Omit<VendorTest, 'name' | 'openProvider'> & {
  /** The URL of the module that exports the adapter: `import.meta.resolve('../../../service/src/provider.js')`. */
  readonly module: string
  /** The id of one adapter, for a module with several. */
  readonly id?: string
  /** The environment of the service, for a fake at this URL. */
  readonly environment: (fake: { readonly url: string; readonly key: string }) => Readonly<Record<string, string>>
}

/**
 * Holds an adapter to everything that the service expects of it, over a fake of its vendor: some fifty tests for
 * `node --test`, among them what every provider promises, what goes wrong on the way to a vendor, and that no key and no
 * name of a document leaves by a way that it should not.
 *
 * @example
 * await exerciseAdapter({
 *   module: import.meta.resolve('../../../service/src/provider.js'),
 *   key: 'right-key-0123456789',
 *   openFake,
 *   environment: ({ url, key }) => ({ ACME_URL: url, ACME_API_KEY: key }),
 *   steps: ['submit'],
 * })
 */
export const exerciseAdapter = async ({ module, id, environment, ...test }: AdapterTest): Promise<void> => {
  const adapter = await openAdapter(module, id)
  const openProvider: VendorTest['openProvider'] = (url, { key, sandbox }) =>
    adapter.open(environment({ url, key }), sandbox)
  exerciseVendor({ ...test, name: adapter.name, openProvider })
}
