export * from 'typebox/value'
