export * from '../../src/testing/fake.ts'
