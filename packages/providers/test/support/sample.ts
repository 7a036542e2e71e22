export * from '../../src/testing/sample.ts'
