// @ts-check
import { exerciseAdapter } from '@polyparse/providers/testing'
import { key, openFake } from './fake.js'

// Everything that the service expects of a provider. Add tests of your own for what is special about Acme.
await exerciseAdapter({
  module: import.meta.resolve('./provider.js'),
  key,
  openFake,
  environment: (fake) => ({ ACME_URL: fake.url, ACME_API_KEY: fake.key }),
  steps: ['submit'],
})
