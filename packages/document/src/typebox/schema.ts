export * from 'typebox/schema'
