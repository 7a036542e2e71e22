export * from '../../../src/provider-testing/fake.ts'
