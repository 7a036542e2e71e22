export * from 'typebox/compile'
