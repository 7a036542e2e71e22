export * from '../../src/provider-testing/exercise-provider.ts'
