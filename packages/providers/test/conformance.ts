export * from '../src/testing/exercise-provider.ts'
