export * from '../../../src/provider-testing/sample.ts'
