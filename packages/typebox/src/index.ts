export * from 'typebox'
